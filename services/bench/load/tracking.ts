import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { startChild, type Child } from '../product/child.ts'
import { drive, type Driven } from './drive.ts'
import type { Figures, Metric, BenchContext } from '../part.ts'
import { clickHeaders, createClickBodies } from './phone.ts'
import { connected, countBy } from '../product/connected.ts'
import { startBenchProduct, type Product } from '../product/product.ts'
import { createRandom } from '@app/generator/random.ts'

export const CONNECTIONS = 50
const WARM_UP_REQUESTS = 6_000
const MEASURED_SECONDS = 5

export interface TrackTarget {
  readonly url: string
  readonly profileId: string
  readonly child: Pick<Child, 'cpuMicros'>
  readonly send: (requests: number) => Promise<Driven>
  readonly requests: number
}

export interface ProductTarget extends TrackTarget {
  readonly product: Product
  /** Processor time of the database server so far; undefined where the system does not report it. */
  readonly databaseCpuMicros: () => number | undefined
  readonly recorded: () => Promise<number>
  /** Locks the checkpoints, so that the read models stop. Call the answer to unlock them. */
  readonly holdProjections: () => Promise<() => Promise<void>>
}

export const TRACKING_METRICS: readonly Metric[] = [
  { name: 'rate', title: 'events/s', digits: 0 },
  { name: 'cpu', title: 'Node CPU until answered, µs/event', digits: 1 },
  { name: 'cpu-projected', title: 'Node CPU until projected, µs/event', digits: 1 },
  { name: 'cpu-postgres', title: 'PostgreSQL CPU until projected, µs/event', digits: 1 },
]

/** Ids of this run alone: a log that was used before would answer those of another as retries. */
const nextBody = createClickBodies(createRandom(randomInt(2 ** 31)))

/** The first clicks warm up the code; the second ones say how many fill MEASURED_SECONDS. */
async function warmTarget(server: Pick<TrackTarget, 'url' | 'profileId' | 'child'>): Promise<TrackTarget> {
  const { url, profileId } = server
  const send = (requests: number): Promise<Driven> =>
    drive({
      url: `${url}/api/public/track/${profileId}`,
      headers: clickHeaders(url),
      nextBody,
      connections: CONNECTIONS,
      requests,
    })
  await send(WARM_UP_REQUESTS)
  const { acknowledged, seconds } = await send(WARM_UP_REQUESTS)
  const wanted = Math.round((acknowledged / seconds) * MEASURED_SECONDS)
  return { ...server, send, requests: Math.max(wanted, CONNECTIONS) }
}

export async function openNoOp(
  { ownDist, folder, closing }: BenchContext,
  profileId: string,
): Promise<TrackTarget> {
  const child = startChild(join(ownDist, 'no-op-server.js'), { ownDist, cwd: folder })
  closing.add(child.stop)
  const [, url = ''] = await child.untilOutput(/listening on (\S+)/)
  return warmTarget({ url, profileId, child })
}

/** @param countOf SQL that counts the recorded events as `n` */
export async function openProduct(
  context: BenchContext,
  database: string,
  countOf: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ProductTarget> {
  const url = await context.server.database(database)
  const product = await startBenchProduct(context, { DATABASE_URL: url, ...env })
  const [counter, holder] = [await connected(context, url), await connected(context, url)]
  const target = await warmTarget({ url: product.url, profileId: product.profileId, child: product })
  await product.caughtUp()
  return {
    ...target,
    product,
    databaseCpuMicros: context.server.cpuMicros,
    recorded: () => countBy(counter, countOf),
    holdProjections: async () => {
      await holder.query('begin')
      await holder.query('select from projection.builds for update')
      return async () => void (await holder.query('rollback'))
    },
  }
}

export async function measureNoOp({ child, send, requests }: TrackTarget): Promise<Figures> {
  const before = await child.cpuMicros()
  const { acknowledged, seconds } = await send(requests)
  return { rate: acknowledged / seconds, cpu: ((await child.cpuMicros()) - before) / acknowledged }
}

/** Takes the processor time twice: after the answers and when all is projected. @throws Error on lost events */
export async function measureProduct(target: ProductTarget, isHeld: boolean): Promise<Figures> {
  const { product, send, requests, recorded, databaseCpuMicros } = target
  const before = { recorded: await recorded(), cpu: await product.cpuMicros(), database: databaseCpuMicros() }
  const resumeProjections = isHeld ? await target.holdProjections() : undefined
  const { acknowledged, seconds } = await send(requests)
  const answered = await product.cpuMicros()
  await resumeProjections?.()
  await product.caughtUp()
  const [projected, database] = [await product.cpuMicros(), databaseCpuMicros()]
  const grown = (await recorded()) - before.recorded
  if (grown !== acknowledged)
    throw new Error(`${acknowledged} events were acknowledged, but ${grown} were recorded`)
  return {
    rate: acknowledged / seconds,
    cpu: (answered - before.cpu) / acknowledged,
    'cpu-projected': (projected - before.cpu) / acknowledged,
    ...(database === undefined || before.database === undefined
      ? {}
      : { 'cpu-postgres': (database - before.database) / acknowledged }),
  }
}
