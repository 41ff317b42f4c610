import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionLimits {
  readonly ofNetworkMax: number
  readonly max: number
}

/** Phones of one operator share an address, and each opens up to six connections. Named proxies are not counted. */
export const CONNECTION_LIMITS: ConnectionLimits = { ofNetworkMax: 500, max: 5_000 }

type Connections = Map<string, Set<Socket>>

/** When all slots are taken, a new connection replaces the oldest of the network that has the most. */
export function limitConnections(
  server: Server,
  { ofNetworkMax, max }: ConnectionLimits,
  networkOf: (address: string) => string | undefined,
): void {
  const open: Connections = new Map()
  let count = 0

  function leave(network: string, socket: Socket): void {
    const own = open.get(network)
    if (own?.delete(socket) !== true) return
    count -= 1
    if (own.size === 0) open.delete(network)
  }

  function makeRoom(own: number): boolean {
    const [network, sockets] = mostOf(open)
    const [oldest] = sockets
    if (oldest === undefined || sockets.size <= own + 1) return false
    // Not on `close`: another connection may come before that.
    leave(network, oldest)
    oldest.destroy()
    return true
  }

  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (network === undefined) return
    const own = open.get(network)?.size ?? 0
    if (own >= ofNetworkMax || (count >= max && !makeRoom(own))) return void socket.destroy()
    count += 1
    open.set(network, (open.get(network) ?? new Set<Socket>()).add(socket))
    socket.once('close', () => leave(network, socket))
  })
}

function mostOf(open: Connections): readonly [network: string, sockets: ReadonlySet<Socket>] {
  let most: readonly [string, ReadonlySet<Socket>] = ['', new Set()]
  for (const one of open) if (one[1].size > most[1].size) most = one
  return most
}
