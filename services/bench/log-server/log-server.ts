import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startChild, type Child } from '../product/child.ts'
import type { BenchContext } from '../part.ts'

export interface LogServer {
  readonly url: string
  readonly child: Child
}

/** The project's test server of EventStoreDB's protocol, without fsync. */
export async function startStandIn(
  { ownDist, folder, closing }: BenchContext,
  name: string,
): Promise<LogServer> {
  const data = join(folder, name)
  await mkdir(data)
  const child = startChild(join(ownDist, 'stand-in.cjs'), {
    ownDist,
    cwd: folder,
    args: [join(data, 'log')],
  })
  closing.add(child.stop)
  const [, port] = await child.untilOutput(/^listening (\d+)$/m)
  return { url: `esdb://127.0.0.1:${port}?tls=false`, child }
}
