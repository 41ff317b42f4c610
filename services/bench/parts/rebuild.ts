import { getUnified } from '@app/contracts/analytics.ts'
import { START, type Position } from '@app/contracts/event-store.ts'
import { traffic } from '../../product/generator/traffic.ts'
import { createRandom, uuidOf } from '../../product/generator/random.ts'
import { withConnection } from '../../platform/postgres/connection.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { createBuild, dropBuild } from '../../kernel/models/builds.ts'
import { foldUpTo, subscriptionOf } from '../../kernel/models/fold-build.ts'
import { foldingDeps } from '../../product/backend/build-orders.ts'
import type { Backend } from '../../product/backend/open-backend.ts'
import type { Figures, BenchPart } from '../frame.ts'
import { fillLog } from '../load/in-flight.ts'
import { openOurBackend, startOurRunners } from '../load/our-backend.ts'

const EVENTS = 200_000
const EVENTS_A_PROFILE = 100
const SEED = 20_261_127
const TIMES = {
  fromMs: Date.parse('2026-01-01T12:00:00.000Z'),
  toMs: Date.parse('2026-10-31T12:00:00.000Z'),
}
/** As a rebuild has it. */
const PAGE_EVENTS = 5_000
const LOOK_EVERY_MS = 20
const READ: readonly string[] = getUnified.reads ?? []
/** What the dashboard's figures come from. */
const ANALYTICS = PROJECTIONS.filter(({ name }) => READ.includes(name))

/** Each read model of figures anew beside the one in use, beside reading the same pages for nothing. */
export const rebuild: BenchPart = {
  name: 'rebuild',
  judged: [{ title: 'events/s ÷ reading alone', metric: 'rate', of: 'rebuild', by: 'reading', atLeast: 0.4 }],
  open: async (context) => {
    const events = context.scaled(EVENTS)
    const url = await context.database('rebuild')
    const backend = await openOurBackend(context, url)
    const random = createRandom(SEED)
    const profiles = Array.from({ length: Math.ceil(events / EVENTS_A_PROFILE) }, () => uuidOf(random))
    await fillLog(backend.store, traffic({ seed: SEED, events, profiles, ...TIMES }))
    const stop = await startOurRunners(backend, ANALYTICS)
    await stop()
    await withConnection(url, (client) => client.query('vacuum analyze'))
    const head = await backend.sealed.headPosition()
    const measure = async (work: typeof rebuildAll): Promise<Figures> => {
      let peak = 0
      const look = (): void => {
        const { heapUsed, external } = process.memoryUsage()
        peak = Math.max(peak, (heapUsed + external) / 2 ** 20)
      }
      const timer = setInterval(look, LOOK_EVERY_MS)
      const startedMs = performance.now()
      const builds = await work(backend, head)
      const seconds = (performance.now() - startedMs) / 1_000
      clearInterval(timer)
      for (const build of builds) await dropBuild(backend.projector, build)
      return { rate: events / seconds, peak }
    }
    return { rebuild: () => measure(rebuildAll), reading: () => measure(readAll) }
  },
}

async function rebuildAll(backend: Backend, head: Position): Promise<readonly string[]> {
  const { projector: db, sealed, now } = backend
  const builds: string[] = []
  for (const projection of ANALYTICS) {
    const build = await createBuild(db, projection, { storeId: sealed.storeId, now: now() })
    builds.push(build.name)
    await foldUpTo(foldingDeps(backend), projection, build.name, head)
  }
  return builds
}

async function readAll(backend: Backend, head: Position): Promise<readonly string[]> {
  for (const projection of ANALYTICS) {
    const { log } = subscriptionOf(foldingDeps(backend), projection, '')
    const wanted = { limit: PAGE_EVENTS, filter: { types: projection.handles } }
    for (let at = START; at < head;) at = (await log.readAll(at, wanted)).scannedTo
  }
  return []
}
