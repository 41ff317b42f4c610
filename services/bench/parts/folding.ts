import { getUnified } from '@app/contracts/analytics.ts'
import { START, type Position } from '@app/contracts/event-store.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { trafficProjection } from '@app/projections/traffic/projection.ts'
import { createBuild, dropBuild, listBuilds } from '../../kernel/models/builds.ts'
import { foldUpTo } from '../../kernel/models/compare.ts'
import { withConnection } from '../../platform/postgres/connection.ts'
import { foldingDeps } from '../../data/build-orders.ts'
import type { Backend } from '../../product/backend/open-backend.ts'
import { createRandom, uuidOf } from '../../product/generator/random.ts'
import { traffic } from '../../product/generator/traffic.ts'
import type { BenchPart, Figures } from '../frame.ts'
import { fillLog } from '../load/in-flight.ts'
import { openOurBackend, startOurRunners } from '../load/product.ts'
import { appendToEmmett, emmettEventOf, openEmmett, projectByEmmett } from '../peers/emmett.ts'

const EVENTS = { caughtUp: 100_000, rebuilt: 200_000 }
const EVENTS_A_PROFILE = 100
const SEED = 20_261_120
const EMMETT_EVENTS_AN_APPEND = 500

function trafficOf(events: number, fromDay: string, identifiedPart?: number) {
  const random = createRandom(SEED)
  const profiles = Array.from({ length: Math.ceil(events / EVENTS_A_PROFILE) }, () => uuidOf(random))
  const [fromMs, toMs] = [Date.parse(`${fromDay}T12:00:00.000Z`), Date.parse('2026-10-31T12:00:00.000Z')]
  return traffic({
    seed: SEED,
    events,
    profiles,
    fromMs,
    toMs,
    ...(identifiedPart === 0 && { identifiedPart }),
  })
}

/** The server would do it by itself at some moment of the rounds. */
const vacuum = (url: string) => withConnection(url, (client) => client.query('vacuum analyze'))
const secondsSince = (startedMs: number): number => (performance.now() - startedMs) / 1_000

/** The traffic projection from no tables to the head of the log, beside emmett's one upsert an event in daily sums. */
export const catchUp: BenchPart = {
  name: 'catch-up',
  judged: [{ title: 'projected events/s ÷ emmett', metric: 'rate', of: 'ours', by: 'emmett', atLeast: 8 }],
  open: async (context) => {
    // Previews leave nothing in emmett's table: they would be work for nobody but the product.
    const generated = [...trafficOf(context.scaled(EVENTS.caughtUp), '2026-09-01', 0)].filter(
      ({ event }) => event.type !== 'PagePreviewed',
    )
    const [ourUrl, emmettUrl] = [await context.database('ours'), await context.database('emmett')]
    const backend = await openOurBackend(context, ourUrl)
    await fillLog({ log: backend.sealed }, generated)
    const emmett = await openEmmett(context, emmettUrl)
    // One append after the other: of appends that overlap, its consumer passes some events over.
    for (let from = 0; from < generated.length; from += EMMETT_EVENTS_AN_APPEND) {
      const events = generated.slice(from, from + EMMETT_EVENTS_AN_APPEND).map(emmettEventOf)
      await appendToEmmett(emmett, `traffic-${from}`, events)
    }
    await Promise.all([ourUrl, emmettUrl].map(vacuum))
    const { projector } = backend
    const projectOurs = async () => {
      for (const { name } of await listBuilds(projector)) await dropBuild(projector, name)
      const startedMs = performance.now()
      const stop = await startOurRunners(backend, [trafficProjection])
      const seconds = secondsSince(startedMs)
      await stop()
      const { rows } = await projector.query<{ n: string }>('select count(*) as n from read.traffic_facts')
      return { events: Number(rows[0]!.n), seconds }
    }
    const all = ({ events, seconds }: Awaited<ReturnType<typeof projectOurs>>): Figures => {
      if (events !== generated.length)
        throw new Error(`the read model holds ${events} of ${generated.length}`)
      return { rate: events / seconds }
    }
    let names = 0
    return {
      ours: async () => all(await projectOurs()),
      emmett: async () => all(await projectByEmmett(emmettUrl, `traffic_days_${(names += 1)}`)),
    }
  },
}

const PAGE_EVENTS = 5_000
const READ: readonly string[] = getUnified.reads ?? []
const ANALYTICS = PROJECTIONS.filter(({ name }) => READ.includes(name))

export const rebuild: BenchPart = {
  name: 'rebuild',
  judged: [{ title: 'events/s ÷ reading alone', metric: 'rate', of: 'rebuild', by: 'reading', atLeast: 0.4 }],
  open: async (context) => {
    const events = context.scaled(EVENTS.rebuilt)
    const url = await context.database('rebuild')
    const backend = await openOurBackend(context, url)
    await fillLog(backend.store, trafficOf(events, '2026-01-01'))
    const stop = await startOurRunners(backend, ANALYTICS)
    await stop()
    await vacuum(url)
    const head = await backend.sealed.headPosition()
    const measure = async (work: typeof rebuildAll): Promise<Figures> => {
      const startedMs = performance.now()
      const builds = await work(backend, head)
      const seconds = secondsSince(startedMs)
      for (const build of builds) await dropBuild(backend.projector, build)
      return { rate: events / seconds }
    }
    return { rebuild: () => measure(rebuildAll), reading: () => measure(readAll) }
  },
}

function rebuildAll(backend: Backend, head: Position): Promise<readonly string[]> {
  const { projector: db, sealed, now } = backend
  return Promise.all(
    ANALYTICS.map(async (projection) => {
      const { name } = await createBuild(db, projection, { storeId: sealed.storeId, now: now() })
      await foldUpTo(foldingDeps(backend), projection, name, head)
      return name
    }),
  )
}

async function readAll(backend: Backend, head: Position): Promise<readonly string[]> {
  const read = async ({ handles: types }: (typeof ANALYTICS)[number]): Promise<void> => {
    const wanted = { limit: PAGE_EVENTS, filter: { types } }
    for (let at = START; at < head;) at = (await backend.sealed.readAll(at, wanted)).scannedTo
  }
  await Promise.all(ANALYTICS.map(read))
  return []
}
