import { join } from 'node:path'
import pg from 'pg'
import { startChild, type Child } from '../product/child.ts'
import { drive, type Driven } from './drive.ts'
import type { Figures, Metric, Place } from '../part.ts'
import { clickHeaders, createClickBodies } from './phone.ts'
import { startBenchProduct, type Product } from '../product/product.ts'
import { createRandom } from '@app/generator/random.ts'

/** Phones that click as fast as they are answered, on the product and on an Express that does nothing. */

export const CONNECTIONS = 50
const WARM_UP_REQUESTS = 6_000
const MEASURED_SECONDS = 5
const SEED = 20_261_120

/** A server that clicks are sent to. */
export interface TrackTarget {
  readonly url: string
  readonly profileId: string
  readonly child: Pick<Child, 'cpuMicros'>
  /** Sends so many clicks. */
  readonly send: (requests: number) => Promise<Driven>
  /** Requests of one measurement. */
  readonly requests: number
}

/** The product as a target, and what is known of its log from outside. */
export interface ProductTarget extends TrackTarget {
  readonly product: Product
  /** Processor time of the database server so far, in microseconds, where the system says. */
  readonly databaseCpuMicros: () => number | undefined
  /** Events recorded so far. */
  readonly recorded: () => Promise<number>
  /** Stops the read models where they are; its answer lets them go on. */
  readonly holdProjections: () => Promise<() => Promise<void>>
}

export const TRACKING_METRICS: readonly Metric[] = [
  { name: 'rate', title: 'events/s', digits: 0 },
  { name: 'cpu', title: 'Node CPU until answered, µs/event', digits: 1 },
  { name: 'cpu-projected', title: 'Node CPU until projected, µs/event', digits: 1 },
  { name: 'cpu-postgres', title: 'PostgreSQL CPU until projected, µs/event', digits: 1 },
]

const nextBody = createClickBodies(createRandom(SEED))

/** Warm: the first clicks make the code hot, the next tell how many take as long as a measurement should. */
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

/** @param profileId of any profile: it asks for none */
export async function openNoOp({ ownDist, folder, closing }: Place, profileId: string): Promise<TrackTarget> {
  const child = startChild(join(ownDist, 'no-op-server.js'), { ownDist, cwd: folder })
  closing.add(child.stop)
  const [, url = ''] = await child.said(/listening on (\S+)/)
  return warmTarget({ url, profileId, child })
}

/**
 * Starts the product over a database of its own.
 * @param countOf SQL that counts, as `n`, the events that are recorded
 */
export async function openProduct(
  place: Place,
  database: string,
  countOf: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ProductTarget> {
  const url = await place.server.database(database)
  const product = await startBenchProduct(place, { DATABASE_URL: url, ...env })
  const [counter, holder] = [await connected(place, url), await connected(place, url)]
  const target = await warmTarget({ url: product.url, profileId: product.profileId, child: product })
  await product.caughtUp()
  return {
    ...target,
    product,
    databaseCpuMicros: place.server.cpuMicros,
    recorded: async () => Number((await counter.query<{ n: string }>(countOf)).rows[0]?.n),
    holdProjections: async () => {
      await holder.query('begin')
      await holder.query('select from projection.builds for update')
      return async () => void (await holder.query('rollback'))
    },
  }
}

async function connected({ closing }: Place, url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  closing.add(() => client.end())
  return client
}

/** Rate and processor time of a server that records nothing. */
export async function measureNoOp({ child, send, requests }: TrackTarget): Promise<Figures> {
  const before = await child.cpuMicros()
  const { acknowledged, seconds } = await send(requests)
  return { rate: acknowledged / seconds, cpu: ((await child.cpuMicros()) - before) / acknowledged }
}

/**
 * Rate and processor time of the product, the latter told again once its read models hold everything.
 * @throws Error unless exactly what was acknowledged was recorded
 */
export async function measureProduct(target: ProductTarget, isHeld: boolean): Promise<Figures> {
  const { product, send, requests, recorded, databaseCpuMicros } = target
  const before = { recorded: await recorded(), cpu: await product.cpuMicros(), database: databaseCpuMicros() }
  const letGo = isHeld ? await target.holdProjections() : undefined
  const { acknowledged, seconds } = await send(requests)
  const answered = await product.cpuMicros()
  await letGo?.()
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
