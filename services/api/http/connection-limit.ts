import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionLimits {
  readonly ofNetworkMax: number
  readonly max: number
}

type Connections = Map<string, Set<Socket>>

/**
 * When a network has all of its slots taken, a new connection replaces its oldest one that is idle between two requests;
 * when all slots are taken, the oldest of the network that has the most.
 */
export function limitConnections(
  server: Server,
  { ofNetworkMax, max }: ConnectionLimits,
  networkOf: (address: string) => string | undefined,
): void {
  const open: Connections = new Map()
  const idle = watchIdle(server)
  let count = 0

  function leave(network: string, socket: Socket): void {
    const own = open.get(network)
    if (own?.delete(socket) !== true) return
    count -= 1
    if (own.size === 0) open.delete(network)
  }

  function end(network: string, socket: Socket): void {
    // Not on `close`: another connection may come before that.
    leave(network, socket)
    socket.destroy()
  }

  function endIdle(network: string): boolean {
    for (const socket of open.get(network) ?? []) {
      if (!idle.has(socket)) continue
      end(network, socket)
      return true
    }
    return false
  }

  function makeRoom(own: number): boolean {
    const [network, sockets] = mostOf(open)
    const [oldest] = sockets
    if (oldest === undefined || sockets.size <= own + 1) return false
    end(network, oldest)
    return true
  }

  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (network === undefined) return
    const isFull = (open.get(network)?.size ?? 0) >= ofNetworkMax && !endIdle(network)
    const own = open.get(network)?.size ?? 0
    if (isFull || (count >= max && !makeRoom(own))) return void socket.destroy()
    count += 1
    open.set(network, (open.get(network) ?? new Set<Socket>()).add(socket))
    socket.once('close', () => leave(network, socket))
  })
}

/** @returns connections that were answered, and not asked again since */
function watchIdle(server: Server): WeakSet<Socket> {
  const idle = new WeakSet<Socket>()
  server.on('request', ({ socket }, response) => {
    idle.delete(socket)
    response.once('close', () => idle.add(socket))
  })
  return idle
}

function mostOf(open: Connections): readonly [network: string, sockets: ReadonlySet<Socket>] {
  let most: readonly [string, ReadonlySet<Socket>] = ['', new Set()]
  for (const one of open) if (one[1].size > most[1].size) most = one
  return most
}
