import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

export interface TcpProxy {
  readonly port: number
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
  readonly freeze: () => void
  readonly thaw: () => void
  readonly close: () => Promise<void>
}

interface Line {
  readonly client: Socket
  readonly server: Socket
}

/** Listens on a free port of 127.0.0.1. `start`, `stop`, `freeze` and `thaw` do nothing where it is so already. */
export async function openTcpProxy(target: {
  readonly host: string
  readonly port: number
}): Promise<TcpProxy> {
  const lines = new Set<Line>()
  let isFrozen = false
  let listener = await listenOn(0, accept)
  const port = portOf(listener)

  function accept(client: Socket): void {
    const line = { client, server: connect({ ...target, noDelay: true }) }
    client.setNoDelay(true)
    lines.add(line)
    breakTogether(line, () => lines.delete(line))
    if (!isFrozen) join(line)
  }
  const stop = async () => {
    const closed = listener.listening ? once(listener, 'close') : undefined
    listener.close()
    for (const { client } of lines) client.resetAndDestroy()
    await closed
  }
  return {
    port,
    stop,
    start: async () => {
      if (!listener.listening) listener = await listenOn(port, accept)
    },
    freeze: () => {
      isFrozen = true
      for (const line of lines) part(line)
    },
    thaw: () => {
      if (isFrozen) for (const line of lines) join(line)
      isFrozen = false
    },
    close: stop,
  }
}

async function listenOn(port: number, accept: (client: Socket) => void): Promise<Server> {
  const listener = createServer({ pauseOnConnect: true }, accept)
  listener.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  return listener
}

function portOf(listener: Server): number {
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return address.port
}

function breakTogether({ client, server }: Line, broken: () => void): void {
  // Soon, not at once: the last bytes of one side, such as its reason for hanging up, still arrive.
  const breakBoth = () => {
    client.destroySoon()
    server.destroySoon()
    broken()
  }
  for (const socket of [client, server]) socket.on('error', breakBoth).on('close', breakBoth)
}

function join({ client, server }: Line): void {
  client.pipe(server)
  server.pipe(client)
}

function part({ client, server }: Line): void {
  for (const socket of [client, server]) socket.unpipe().pause()
}
