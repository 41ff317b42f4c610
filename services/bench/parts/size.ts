import { createKeepAlive } from '../load/keep-alive.ts'
import {
  part,
  type Aim,
  type Figures,
  type InformationTable,
  type BenchPart,
  type BenchContext,
} from '../part.ts'
import { sizesTable } from '../product/dashboard-tables.ts'
import { SIZE_CALLS } from '../size/calls.ts'
import { populationOf } from '../size/population.ts'
import type { LogSize } from '../size/log-size.ts'
import { SIZE_OPERATIONS, measureInRounds, openWorld, tryAll, type Sized } from '../size/measure.ts'
import { measureOnce, ON_DISK, WHOLE_LOG, type Once } from '../size/once.ts'
import { openSizedProduct } from '../size/sized-product.ts'

const MILLION = 1_000_000
const SIZES = [10 * MILLION, MILLION]
const ACTIVITY_EVENTS = 50_000
/** Bound of the growth of figures that do not need the whole log. */
const FLAT = 1.3
const START_SECONDS_MAX = 2

interface Measurable extends Sized {
  readonly once: Once
}
interface Sizes {
  readonly context: BenchContext
  readonly bySize: ReadonlyMap<number, Measurable>
}

const shown = (count: number): string => count.toLocaleString('en-US')
const variantOf = (what: string, events: number): string => `${what}-${events}`

async function open(context: BenchContext, sizes: readonly LogSize[]): Promise<Sizes> {
  const opened: Sized[] = []
  for (const size of sizes) {
    const sized = await openSizedProduct(context, size)
    const calls = createKeepAlive()
    context.closing.add(calls.close)
    opened.push({ ...sized, calls, world: await openWorld(sized), callCounts: new Map() })
  }
  for (const sized of opened) await tryAll(sized)
  const bySize = new Map<number, Measurable>()
  for (const sized of opened)
    bySize.set(sized.manifest.events, { ...sized, once: await measureOnce(context, sized) })
  return { context, bySize }
}

async function measure({ context, bySize }: Sizes, variant: string): Promise<Figures> {
  const [what = '', events] = variant.split('-')
  const sized = bySize.get(Number(events))!
  return sized.once.figures[what] ?? measureInRounds(context, sized, what)
}

interface Row {
  readonly name: string
  readonly title: string
  readonly metrics: readonly string[]
}

const titled = (titles: Readonly<Record<string, string>>, ...metrics: readonly string[]): readonly Row[] =>
  Object.entries(titles).map(([name, title]) => ({ name, title, metrics }))
const titlesOf = (
  all: Readonly<Record<string, { readonly title: string }>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(all).map(([name, { title }]) => [name, title]))

const { start, ...operations } = titlesOf(SIZE_OPERATIONS)
const ROWS: readonly Row[] = [
  ...titled({ start: start! }, 'seconds', 'rest', 'peak'),
  ...titled(titlesOf(SIZE_CALLS), 'p50'),
  ...titled(operations, 'seconds'),
  ...titled(WHOLE_LOG, 'perEvent'),
  ...titled(ON_DISK, 'bytes'),
]

const METRICS = [
  { name: 'p50', title: 'p50, ms', digits: 2 },
  { name: 'p99', title: 'p99, ms', digits: 1 },
  { name: 'cpu', title: 'Node CPU, µs/request', digits: 0 },
  { name: 'seconds', title: 's', digits: 2 },
  { name: 'perEvent', title: 'µs/event', digits: 1 },
  { name: 'rest', title: 'memory at rest, MiB', digits: 0 },
  { name: 'peak', title: 'memory at peak, MiB', digits: 0 },
  { name: 'bytes', title: 'bytes/event', digits: 0 },
]
/** These grow with the log: its busiest profile is busier, and reading all of it is slower. */
const UNJUDGED = ['busiest', ...Object.keys(WHOLE_LOG)]
const WHAT_IS_COMPARED: Readonly<Record<string, string>> = {
  rest: ', memory at rest',
  peak: ', memory at peak',
  perEvent: ', per event',
  bytes: ', per event',
}

function aimsOf([large, small]: readonly [number, number]): readonly Aim[] {
  const ratios = ROWS.flatMap(({ name, title, metrics }) =>
    metrics.map((metric): Aim => {
      const compared = { metric, of: variantOf(name, large), by: variantOf(name, small) }
      const judged = { title: `${title}${WHAT_IS_COMPARED[metric] ?? ''}`, ...compared }
      return UNJUDGED.includes(name) ? judged : { ...judged, atMost: FLAT }
    }),
  )
  const ready = {
    title: `start to ready, ${shown(large)}, s`,
    metric: 'seconds',
    of: variantOf('start', large),
  }
  return [{ ...ready, atMost: START_SECONDS_MAX }, ...ratios]
}

const COMMON =
  "Accounts and profiles were made by the product's own processes, all was copied into the log with its keys and passwords (one hash for everybody), and projected by the built product, as `npm start` runs it over its own PostgreSQL. The folders are kept from run to run (`.data-bench`, or where BENCH_DATA_DIR says), and what is measured changes them as use would. Each ratio is that of the longer log to the shorter one. Public calls go over pages from the most visited to those that nobody visits; calls of owners over 40 profiles of about as much traffic in either log; always the next one, over a kept connection, one at a time. `ops` runs beside the product. `ops verify` must find no difference; the time of each read model in it is that of its second build, from nothing, and of the comparison of all rows. What reads the whole log, and what lies on the disk, is divided by the number of events and measured once; the other figures are of every round. The memory at peak is that of the product until its next start."

const peopleOf = (events: number): string =>
  `${shown(populationOf(events).accounts)} accounts with a profile each and ${shown(populationOf(events).visited)} profiles that are visited`

type Compared = readonly [number, number]

const sizeHow = ([large, small]: Compared): string =>
  `Data folders of the product with ${shown(large)} and ${shown(small)} events: ${peopleOf(large)}; ${peopleOf(small)}; a year of generated traffic, few profiles having most of it. ${COMMON}`

const lengthHow = ([large, small]: Compared): string =>
  `What the length of the log alone costs: data folders of the product with ${shown(large)} and ${shown(small)} events, of which the first ${shown(ACTIVITY_EVENTS)} tell of as much in both, of ${peopleOf(ACTIVITY_EVENTS)} in a year of generated traffic, and all others are codes that nobody redeems, which no read model handles. Read models are as large in both, so that this says nothing of theirs. ${COMMON}`

async function informationOf({ bySize }: Sizes): Promise<readonly InformationTable[]> {
  const all = [...bySize.values()]
  const row = (title: string, cell: (sized: Measurable) => string | number): readonly string[] => [
    title,
    ...all.map((sized) => {
      const value = cell(sized)
      return typeof value === 'number' ? shown(Math.round(value)) : value
    }),
  ]
  return [
    {
      head: ['the folder', ...all.map(({ manifest }) => `${shown(manifest.events)} events`)],
      rows: [
        row('accounts, each with a profile', ({ manifest }) => manifest.accounts),
        row('profiles visited', ({ manifest }) => manifest.visited),
        row('events of the busiest', ({ manifest }) => manifest.busiest.events),
        row('filled in, s', ({ manifest }) => manifest.filledSeconds),
        row('projected the first time in, s', ({ manifest }) => manifest.projected?.seconds ?? '–'),
        row('memory at peak meanwhile, MiB', ({ manifest }) => (manifest.projected?.bytesMax ?? 0) / 2 ** 20),
      ],
    },
    sizesTable(all.map(({ manifest, once }) => ({ events: manifest.events, sizes: once.tables }))),
  ]
}

/** The longer log first. One size alone is compared with a million, or with a tenth of itself. */
function comparedOf(sizes: readonly number[]): readonly [number, number] {
  const [one = SIZES[0]!, other = one > MILLION ? MILLION : Math.max(1, Math.round(one / 10))] = sizes
  return [Math.max(one, other), Math.min(one, other)]
}

interface SizedPartDefinition {
  readonly name: string
  readonly titled: string
  readonly how: (compared: Compared) => string
  readonly activityEvents: (events: number) => number
}

const partOf = (definition: SizedPartDefinition, sizes: readonly number[]): BenchPart => {
  const compared = comparedOf(sizes)
  return part<Sizes>({
    name: definition.name,
    title: `${definition.titled}: ${shown(compared[0])} events beside ${shown(compared[1])}`,
    how: definition.how(compared),
    peers: [],
    metrics: METRICS,
    variants: ROWS.flatMap(({ name, title }) =>
      compared.map((events) => ({ name: variantOf(name, events), title: `${title}, ${shown(events)}` })),
    ),
    aims: aimsOf(compared),
    open: (context) =>
      open(
        context,
        compared.map((events) => ({ events, activityEvents: definition.activityEvents(events) })),
      ),
    measure,
    information: informationOf,
    sized: (other) => partOf(definition, other),
  })
}

export const sizePart = partOf(
  { name: 'size', titled: 'Size', how: sizeHow, activityEvents: (events) => events },
  SIZES,
)

export const lengthPart = partOf(
  {
    name: 'length',
    titled: 'Length',
    how: lengthHow,
    activityEvents: (events) => Math.min(ACTIVITY_EVENTS, events),
  },
  SIZES,
)
