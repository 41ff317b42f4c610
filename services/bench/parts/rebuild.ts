import { getUnified } from '@app/contracts/api/analytics-calls.ts'
import { START, type Position } from '@app/contracts/event-store.ts'
import { createRandom, uuidOf } from '@app/generator/random.ts'
import { traffic } from '@app/generator/generate-traffic.ts'
import { withConnection } from '@app/postgres/connection.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { dropBuild } from '@app/projections/runtime/builds.ts'
import { feedsOfLog } from '@app/projections/runtime/log-feed.ts'
import { openRebuild } from '@app/projections/runtime/rebuild/builds-beside.ts'
import { reach } from '@app/projections/runtime/rebuild/reach.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'
import { fillLog } from '../load/fill-log.ts'
import { part, type Aim, type BenchContext, type BenchPart, type Figures } from '../part.ts'
import { openOurBackend } from '../peers/our-log.ts'
import { startOurRunners } from '../peers/our-runners.ts'
import { numberText } from '../report/statistics.ts'

const SIZES = [200_000]
const EVENTS_A_PROFILE = 100
const SEED = 20_261_127
const TIMES = {
  fromMs: Date.parse('2026-01-01T12:00:00.000Z'),
  toMs: Date.parse('2026-10-31T12:00:00.000Z'),
}
/** As a rebuild has it. */
const PAGE_EVENTS = 5_000
const MIB = 2 ** 20
const READ: readonly string[] = getUnified.reads ?? []
const ANALYTICS = PROJECTIONS.filter(({ name }) => READ.includes(name))

interface Rebuilding {
  readonly backend: Backend
  readonly head: Position
}
type BySize = ReadonlyMap<number, Rebuilding>

async function open(context: BenchContext, sizes: readonly number[]): Promise<BySize> {
  const opened = new Map<number, Rebuilding>()
  for (const events of sizes) {
    const { backend, url } = await openOurBackend(context, `rebuild_${events}`)
    const random = createRandom(SEED)
    const profiles = Array.from({ length: Math.ceil(events / EVENTS_A_PROFILE) }, () => uuidOf(random))
    await fillLog(backend.store, traffic({ seed: SEED, events, profiles, ...TIMES }), context.say)
    const stop = await startOurRunners(backend, ANALYTICS, { store: backend.store })
    await stop()
    await withConnection(url, (client) => client.query('vacuum analyze'))
    opened.set(events, { backend, head: await backend.sealed.headPosition() })
  }
  return opened
}

const variantOf = (what: 'rebuild' | 'reading', events: number): string => `${what}-${events}`

async function measure(bySize: BySize, variant: string): Promise<Figures> {
  const [what, events] = variant.split('-')
  const one = bySize.get(Number(events))!
  const memory = watchMemory()
  const startedMs = performance.now()
  const builds = what === 'rebuild' ? await rebuildAll(one) : await readAll(one)
  const seconds = (performance.now() - startedMs) / 1_000
  const figures = { rate: Number(events) / seconds, peak: memory.peak() / MIB }
  for (const build of builds) await dropBuild(one.backend.projector, build)
  return figures
}

const feedOf = ({ store, sealed }: Backend) => feedsOfLog({ opened: store, sealed })

async function rebuildAll({ backend, head }: Rebuilding): Promise<readonly string[]> {
  const { projector: db, seals, sealed, now } = backend
  const builds: string[] = []
  for (const projection of ANALYTICS) {
    const build = await openRebuild(db, projection, { storeId: sealed.storeId, now: now() })
    builds.push(build.name)
    await reach({ db, seals, now, feed: feedOf(backend)(projection) }, projection, build, head)
  }
  return builds
}

async function readAll({ backend, head }: Rebuilding): Promise<readonly string[]> {
  for (const projection of ANALYTICS) {
    const feed = feedOf(backend)(projection)
    for (let at = START; at < head;) at = (await feed.next(at, PAGE_EVENTS)).scannedTo
  }
  return []
}

const LOOK_EVERY_MS = 20

/** What this process holds, and what is not collected yet. */
function watchMemory() {
  let most = 0
  const look = (): void => {
    const { heapUsed, external } = process.memoryUsage()
    most = Math.max(most, heapUsed + external)
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return {
    peak: (): number => {
      clearInterval(timer)
      return most
    },
  }
}

function aimsOf(sizes: readonly number[]): readonly Aim[] {
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)]
  const rates = sizes.map((events) => ({
    title: `rebuilding ÷ reading, ${numberText(events)}`,
    metric: 'rate',
    of: variantOf('rebuild', events),
    by: variantOf('reading', events),
    atLeast: 0.25,
  }))
  if (smallest === largest) return rates
  const [of, by] = [variantOf('rebuild', largest), variantOf('rebuild', smallest)]
  return [
    ...rates,
    {
      title: `memory at peak, ${numberText(largest)} ÷ ${numberText(smallest)}`,
      metric: 'peak',
      of,
      by,
      atMost: 1.2,
    },
  ]
}

const howOf = (sizes: readonly number[]): string =>
  `${sizes.map((events) => numberText(events)).join(' and ')} events of ten months of generated traffic, appended beforehand through the product's store, which encrypts what visitors left; one profile for ${EVENTS_A_PROFILE} events. The read models that the dashboard's figures come from (${ANALYTICS.map(({ name }) => name).join(', ')}) are up to date. A rebuild makes each of them anew beside the one in use, one after the other, as \`ops rebuild\` does, without its comparison. The reader gets the same events and columns of the same log, for each read model, in the same pages of ${numberText(PAGE_EVENTS)}, decrypted where the read model gets them decrypted, and does nothing with them. A rate is the events of the log by the seconds for all read models. The peak of memory is the JavaScript heap and buffers of the process, looked at each ${LOOK_EVERY_MS} ms; PostgreSQL's is not in it.`

const rebuildOf = (sizes: readonly number[]): BenchPart =>
  part<BySize>({
    name: 'rebuild',
    title: 'Rebuilding: read models made anew beside those in use',
    how: howOf(sizes),
    peers: [],
    metrics: [
      { name: 'rate', title: 'events/s', digits: 0 },
      { name: 'peak', title: 'memory at peak, MiB', digits: 0 },
    ],
    variants: sizes.flatMap((events) => [
      { name: variantOf('rebuild', events), title: `rebuilding, ${numberText(events)}` },
      { name: variantOf('reading', events), title: `reading alone, ${numberText(events)}` },
    ]),
    aims: aimsOf(sizes),
    open: (context) => open(context, sizes),
    measure,
    sized: rebuildOf,
  })

export const rebuildPart = rebuildOf(SIZES)
