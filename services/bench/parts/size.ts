import { createKeepAlive } from '../load/keep-alive.ts'
import { REQUEST_METRICS } from '../load/requests.ts'
import {
  part,
  type Aim,
  type Figures,
  type InformationTable,
  type BenchPart,
  type BenchContext,
} from '../part.ts'
import { sizesTable } from '../product/table-sizes.ts'
import { numberText } from '../report/statistics.ts'
import { SIZE_CALLS } from '../size/calls.ts'
import { populationOf } from '../size/population.ts'
import { SIZE_OPERATIONS, measureInRounds, openWorld, tryAll, type Sized } from '../size/measure.ts'
import { measureOnce, ON_DISK, WHOLE_LOG, type Once } from '../size/once.ts'
import { openSizedProduct } from '../size/sized-product.ts'

const MILLION = 1_000_000
const SIZES = [10 * MILLION, MILLION]
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

const variantOf = (what: string, events: number): string => `${what}-${events}`

async function open(context: BenchContext, sizes: readonly number[]): Promise<Sizes> {
  const opened: Sized[] = []
  for (const events of sizes) {
    const sized = await openSizedProduct(context, events)
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
  ...REQUEST_METRICS,
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

function aimsOf([large, small]: Compared): readonly Aim[] {
  const ratios = ROWS.flatMap(({ name, title, metrics }) =>
    metrics.map((metric): Aim => {
      const compared = { metric, of: variantOf(name, large), by: variantOf(name, small) }
      const judged = { title: `${title}${WHAT_IS_COMPARED[metric] ?? ''}`, ...compared }
      return UNJUDGED.includes(name) ? judged : { ...judged, atMost: FLAT }
    }),
  )
  const ready = {
    title: `start to ready, ${numberText(large)}, s`,
    metric: 'seconds',
    of: variantOf('start', large),
  }
  return [{ ...ready, atMost: START_SECONDS_MAX }, ...ratios]
}

const peopleOf = (events: number): string =>
  `${numberText(populationOf(events).accounts)} accounts with a profile each and ${numberText(populationOf(events).visited)} profiles that are visited`

type Compared = readonly [number, number]

const howOf = ([large, small]: Compared): string =>
  `Two data folders of the product, with ${numberText(large)} events (${peopleOf(large)}) and with ${numberText(small)} (${peopleOf(small)}). Both hold a year of generated traffic; few profiles have most of it. The product's own processes made accounts and profiles. All of it was copied into the log, with its keys and passwords (one hash for all). The built product projected it, as \`npm start\` runs it, over its own PostgreSQL. The folders are kept from run to run (in \`.data-bench\` or in BENCH_DATA_DIR), and the measurements change them as use would. Each ratio compares the longer log with the shorter one. Public calls use pages from the most visited to those without visits. Calls of owners use 40 profiles, which have about the same traffic in both logs. Each request is for the next page or profile, one at a time, over a kept connection. \`ops\` runs beside the product. \`ops verify\` must find no difference; the time of each read model in it is that of its second build, from nothing, and of the comparison of all rows. Figures that read the whole log, and sizes on disk, are divided by the number of events and measured once. All others are measured in every round. The peak of memory is that of the product until its next start.`

async function informationOf({ bySize }: Sizes): Promise<readonly InformationTable[]> {
  const all = [...bySize.values()]
  const row = (title: string, cell: (sized: Measurable) => string | number): readonly string[] => [
    title,
    ...all.map((sized) => {
      const value = cell(sized)
      return typeof value === 'number' ? numberText(Math.round(value)) : value
    }),
  ]
  return [
    {
      head: ['the folder', ...all.map(({ manifest }) => `${numberText(manifest.events)} events`)],
      rows: [
        row('accounts, each with a profile', ({ manifest }) => manifest.accounts),
        row('profiles visited', ({ manifest }) => manifest.visited),
        row('events of the busiest', ({ manifest }) => manifest.busiest.events),
        row('filled in, s', ({ manifest }) => manifest.filledSeconds),
        row('projected the first time in, s', ({ manifest }) => manifest.projected?.seconds ?? '–'),
        row('memory at peak meanwhile, MiB', ({ manifest }) => (manifest.projected?.bytesMax ?? 0) / 2 ** 20),
      ],
    },
    sizesTable(all.map(({ manifest, once }) => ({ events: manifest.events, tables: once.tables }))),
  ]
}

/** The longer log first. One size alone is compared with a million, or with a tenth of itself. */
function comparedOf(sizes: readonly number[]): Compared {
  const [one = SIZES[0]!, other = one > MILLION ? MILLION : Math.max(1, Math.round(one / 10))] = sizes
  return [Math.max(one, other), Math.min(one, other)]
}

const sizedPart = (sizes: readonly number[]): BenchPart => {
  const compared = comparedOf(sizes)
  return part<Sizes>({
    name: 'size',
    title: `Size: ${numberText(compared[0])} events beside ${numberText(compared[1])}`,
    how: howOf(compared),
    peers: [],
    metrics: METRICS,
    variants: ROWS.flatMap(({ name, title }) =>
      compared.map((events) => ({
        name: variantOf(name, events),
        title: `${title}, ${numberText(events)}`,
      })),
    ),
    aims: aimsOf(compared),
    open: (context) => open(context, compared),
    measure,
    information: informationOf,
    sized: sizedPart,
  })
}

export const sizePart = sizedPart(SIZES)
