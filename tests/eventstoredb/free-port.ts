import { once } from 'node:events'
import { createServer } from 'node:net'

const FIRST = 20_000
const LAST = 32_000

/** Below the range of outgoing connections, so that it is free again when a server restarts. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}
