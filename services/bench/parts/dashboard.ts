import {
  askDashboard,
  DASHBOARD_CALLS,
  checkedUnified,
  type Asking,
  type CallName,
} from '../load/dashboard-calls.ts'
import { filledTable, sizesTable, type Described } from '../product/dashboard-tables.ts'
import { openFilledProduct, filledProfiles, type FilledProduct } from '../product/filled-product.ts'
import { createKeepAlive, timesOf } from '../load/keep-alive.ts'
import { part, type Aim, type Figures, type BenchPart, type BenchContext } from '../part.ts'
import { RAW_INDEX, rawFigures } from '../report/raw-figures.ts'
import { percentile } from '../report/statistics.ts'
import { tableSizes } from '../product/table-sizes.ts'

const SIZES = [1_000_000, 10_000_000]
const REQUESTS = { timesMax: 300, ms: 15_000 }
const WARM_UP = { timesMax: 100, ms: 5_000 }
/** One query takes seconds. */
const RAW = { timesMax: 20, ms: 2_000 }
const READ_MODELS = ['traffic', 'visitors']

interface Dashboard extends FilledProduct, Asking, Described {}
type Dashboards = ReadonlyMap<number, Dashboard>

const RAW_TITLE = 'raw events, in SQL'

const shown = (count: number): string => count.toLocaleString('en-US')
const variantOf = (what: string, events: number): string => `${what}-${events}`

async function open(context: BenchContext, sizes: readonly number[]): Promise<Dashboards> {
  const calls = createKeepAlive()
  context.closing.add(calls.close)
  const dashboards = new Map<number, Dashboard>()
  for (const events of sizes) {
    const filled = await openFilledProduct(context, events)
    const tables = await tableSizes(filled.client, READ_MODELS)
    await filled.client.query(RAW_INDEX)
    await filled.client.query('analyze log.events')
    const unified = await checkedUnified({ ...filled, calls })
    dashboards.set(events, { ...filled, calls, sizes: tables, unified })
  }
  return dashboards
}

async function measure(dashboards: Dashboards, variant: string): Promise<Figures> {
  const [what = '', events] = variant.split('-')
  const dashboard = dashboards.get(Number(events))!
  return what === 'raw' ? measureRaw(dashboard) : measureCall(dashboard, what as CallName)
}

const latencies = (times: readonly number[]): Figures => ({
  p50: percentile(times, 50),
  p99: percentile(times, 99),
})

async function measureCall(dashboard: Dashboard, what: CallName): Promise<Figures> {
  const { product } = dashboard
  const once = async (): Promise<number> => (await askDashboard(dashboard, what)).ms
  await timesOf(once, WARM_UP)
  const before = await product.cpuMicros()
  const times = await timesOf(once, REQUESTS)
  return { ...latencies(times), cpu: ((await product.cpuMicros()) - before) / times.length }
}

async function measureRaw({ client, product }: Dashboard): Promise<Figures> {
  const once = async (): Promise<number> => {
    const sinceMs = performance.now()
    await rawFigures(client, product.profileId)
    return performance.now() - sinceMs
  }
  return latencies(await timesOf(once, RAW))
}

function aimsOf(sizes: readonly number[]): readonly Aim[] {
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)]
  const each = sizes.flatMap((events): readonly Aim[] => {
    const of = variantOf('unified', events)
    const ratio = (what: string) => ({ metric: 'p50', of, by: variantOf(what, events) })
    const rawRatio = { metric: 'p50', of: variantOf('raw', events), by: of }
    return [
      { title: `unified ÷ primary-key read, ${shown(events)}`, ...ratio('key'), atMost: 5 },
      { title: `unified ÷ the profile itself, ${shown(events)}`, ...ratio('profile') },
      { title: `raw events ÷ unified, ${shown(events)}`, ...rawRatio, atLeast: 80 },
    ]
  })
  if (smallest === largest) return each
  const flat = { metric: 'p50', of: variantOf('unified', largest), by: variantOf('unified', smallest) }
  return [...each, { title: `unified, ${shown(largest)} ÷ ${shown(smallest)}`, ...flat, atMost: 1.5 }]
}

const howOf = (sizes: readonly number[]): string =>
  `A year of generated traffic: ${sizes.map(shown).join(' and ')} events of ${sizes.map((events) => shown(filledProfiles(events))).join(' and ')} profiles, appended by the product's own event store while the built product, as \`npm start\` runs it, projects them; then \`vacuum analyze\`. Measured is the busiest profile, over HTTP, one request at a time on a kept connection, up to ${REQUESTS.timesMax} after a warm-up. Before anything is measured \`unified\` must account for every tap, click and download in the log. The primary-key read is the same call by somebody signed in whose profile it is not: it goes the same way through the same server and reads one row of \`read.profiles\` by its key, and is then answered 404; it is the plainest there is, for no call answers a row of a read model alone. The profile itself is \`GET /api/profile/{id}\`: its stream in the log, its person's key and its visits. Raw events is one SQL statement on \`log.events\`, without HTTP, for visits, exact unique visitors, clicks by network, downloads and the months of all of these; it judges no robots, lists no visitors, has an index on the profile that the product's log does without, and PostgreSQL's parallel workers.`

const dashboardOf = (sizes: readonly number[]): BenchPart =>
  part<Dashboards>({
    name: 'dashboard',
    title: 'Dashboard: the busiest profile, whatever the size of the log',
    how: howOf(sizes),
    peers: [],
    metrics: [
      { name: 'p50', title: 'p50, ms', digits: 2 },
      { name: 'p99', title: 'p99, ms', digits: 1 },
      { name: 'cpu', title: 'Node CPU, µs/request', digits: 0 },
    ],
    variants: sizes.flatMap((events) => [
      ...Object.entries(DASHBOARD_CALLS).map(([what, { title }]) => ({
        name: variantOf(what, events),
        title: `${title}, ${shown(events)}`,
      })),
      { name: variantOf('raw', events), title: `${RAW_TITLE}, ${shown(events)}` },
    ]),
    aims: aimsOf(sizes),
    open: (context) => open(context, sizes),
    measure,
    information: async (dashboards) => [
      filledTable([...dashboards.values()]),
      sizesTable([...dashboards.values()]),
    ],
    sized: dashboardOf,
  })

export const dashboardPart = dashboardOf(SIZES)
