import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startChild } from '../product/child.ts'
import { cpuMicrosOfTree } from '../product/processor-time.ts'
import type { BenchContext } from '../part.ts'
import { serverVersionAt } from './server-version.ts'

export interface LogServer {
  readonly url: string
  readonly description: string
  /** Undefined for a server that is not ours, or where the system does not report it. */
  readonly cpuMicros: () => number | undefined
  readonly memoryBytes: () => Promise<number | undefined>
}

const GIVEN_URL = process.env.BENCH_EVENTSTORE_URL ?? ''
/** `BENCH_EVENTSTORE_URL` names an empty server to measure instead of the stand-in: the part fills it. */
export const IS_GIVEN = GIVEN_URL !== ''

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
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    description: 'the stand-in',
    cpuMicros: () => cpuMicrosOfTree(child.pid),
    memoryBytes: async () => (await child.memory()).bytes,
  }
}

/** Its address may hold a password: only the hosts are told. */
export async function openGivenServer(): Promise<LogServer> {
  const hosts = GIVEN_URL.replace(/^[^/]*\/\/(?:[^@/]*@)?/, '').replace(/[/?].*$/, '')
  return {
    url: GIVEN_URL,
    description: `EventStoreDB ${await serverVersionAt(GIVEN_URL)} at ${hosts}`,
    cpuMicros: () => undefined,
    memoryBytes: async () => undefined,
  }
}
