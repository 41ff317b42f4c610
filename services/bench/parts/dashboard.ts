import { callDashboard, checkUnified, DASHBOARD_CALLS } from '../load/dashboard-calls.ts'
import type { CallName, MeasuredDashboard } from '../load/dashboard-calls.ts'
import { createKeepAlive } from '../load/keep-alive.ts'
import { signIn } from '../load/people.ts'
import { measureRequests, REQUEST_METRICS, timed, timesOf } from '../load/requests.ts'
import { part, type Aim, type Figures, type BenchPart, type BenchContext } from '../part.ts'
import { RAW_INDEX, rawFigures } from '../report/raw-figures.ts'
import { latenciesOf, numberText } from '../report/statistics.ts'
import { openSizedProduct } from '../size/sized-product.ts'

const SIZES = [1_000_000, 10_000_000]
const LIMITS = { warmUp: { timesMax: 100, ms: 5_000 }, measured: { timesMax: 300, ms: 15_000 } }
/** One query takes seconds. */
const RAW = { timesMax: 20, ms: 2_000 }

type Dashboards = ReadonlyMap<number, MeasuredDashboard>

const variantOf = (what: string, events: number): string => `${what}-${events}`

async function open(context: BenchContext, sizes: readonly number[]): Promise<Dashboards> {
  const calls = createKeepAlive()
  context.closing.add(calls.close)
  const dashboards = new Map<number, MeasuredDashboard>()
  for (const events of sizes) {
    const { product, client, manifest } = await openSizedProduct(context, events)
    const { busiest, alike } = manifest
    // The folder is kept for other parts, which measure a log without this index.
    context.closing.add(async () => void (await client.query(RAW_INDEX.drop)))
    await client.query(RAW_INDEX.drop)
    await client.query(RAW_INDEX.make)
    await client.query('analyze log.events')
    const owner = await signIn(product, busiest.email)
    const stranger = await signIn(product, alike[0]!.email)
    const dashboard = { product, client, profileId: busiest.profileId, owner, stranger, calls }
    await checkUnified(dashboard)
    dashboards.set(events, dashboard)
  }
  return dashboards
}

async function measure(dashboards: Dashboards, variant: string): Promise<Figures> {
  const [what = '', events] = variant.split('-')
  const dashboard = dashboards.get(Number(events))!
  const { product, client, profileId } = dashboard
  if (what === 'raw')
    return { ...latenciesOf(await timesOf(() => timed(() => rawFigures(client, profileId)), RAW)) }
  const once = async (): Promise<number> => (await callDashboard(dashboard, what as CallName)).ms
  return measureRequests(product, once, LIMITS)
}

function aimsOf(sizes: readonly number[]): readonly Aim[] {
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)]
  const each = sizes.flatMap((events): readonly Aim[] => {
    const of = variantOf('unified', events)
    const ratio = (what: string) => ({ metric: 'p50', of, by: variantOf(what, events) })
    const rawRatio = { metric: 'p50', of: variantOf('raw', events), by: of }
    return [
      { title: `unified ÷ primary-key read, ${numberText(events)}`, ...ratio('key'), atMost: 5 },
      { title: `unified ÷ the profile itself, ${numberText(events)}`, ...ratio('profile') },
      { title: `raw events ÷ unified, ${numberText(events)}`, ...rawRatio, atLeast: 80 },
    ]
  })
  if (smallest === largest) return each
  const flat = { metric: 'p50', of: variantOf('unified', largest), by: variantOf('unified', smallest) }
  return [
    ...each,
    { title: `unified, ${numberText(largest)} ÷ ${numberText(smallest)}`, ...flat, atMost: 1.5 },
  ]
}

const howOf = (sizes: readonly number[]): string =>
  `The folders of Size (see there) with ${sizes.map((events) => numberText(events)).join(' and ')} events, and the built product over them, as \`npm start\` runs it. The measured profile is the busiest one. Requests go over HTTP, one at a time on a kept connection, up to ${LIMITS.measured.timesMax} after a warm-up. Before the measurement \`unified\` must account for every tap, click and download in the log. The primary-key read is the same call by a person who does not own the profile. It takes the same route through the same server, reads one row of \`read.profiles\` by its key, and is answered 404. It is the simplest call there is, because no call answers one row of a read model. The profile itself is \`GET /api/profile/{id}\`: its stream in the log, the key of its person and its visits. Raw events is one SQL statement on \`log.events\`, without HTTP: visits, exact unique visitors, clicks by network, downloads, and all of these by month. It checks for no robots and lists no visitors. It has an index on the profile, which the product's log does without, and PostgreSQL's parallel workers.`

const dashboardOf = (sizes: readonly number[]): BenchPart =>
  part<Dashboards>({
    name: 'dashboard',
    title: 'Dashboard: the busiest profile, for each size of the log',
    how: howOf(sizes),
    peers: [],
    metrics: REQUEST_METRICS,
    variants: sizes.flatMap((events) => [
      ...Object.entries(DASHBOARD_CALLS).map(([what, { title }]) => ({
        name: variantOf(what, events),
        title: `${title}, ${numberText(events)}`,
      })),
      { name: variantOf('raw', events), title: `raw events, in SQL, ${numberText(events)}` },
    ]),
    aims: aimsOf(sizes),
    open: (context) => open(context, sizes),
    measure,
    sized: dashboardOf,
  })

export const dashboardPart = dashboardOf(SIZES)
