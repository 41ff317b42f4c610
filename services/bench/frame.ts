export type Figures = Readonly<Record<string, number>>

export interface Judged {
  readonly title: string
  readonly metric: string
  readonly of: string
  readonly by?: string
  readonly atLeast?: number
  readonly atMost?: number
}

export interface BenchPart {
  readonly name: string
  readonly judged: readonly Judged[]
  /** Default: 5. Many short ones are steady on a busy machine, because both variants see the same moments of it. */
  readonly rounds?: number
  /** Makes ready and warms up. Each variant is measured once a round. */
  readonly open: (context: Context) => Promise<Variants>
}

export type Variants = Readonly<Record<string, () => Promise<Figures>>>

export interface Context {
  /** The url of a new database, durable as the product's. */
  readonly database: (name: string) => Promise<string>
  readonly folder: string
  readonly productDist: string
  readonly ownDist: string
  readonly onClose: (close: () => unknown) => void
  readonly say: (line: string) => void
  /** A fiftieth with `--small`. */
  readonly scaled: (count: number) => number
}

export type Round = Readonly<Record<string, Figures>>

export interface Verdict {
  readonly judged: Judged
  readonly median: number
  readonly min: number
  readonly max: number
  readonly reached: boolean
}

/** Every round starts with the next variant, so that none is always first. */
export const turnsOf = (variants: readonly string[], round: number): readonly string[] =>
  variants.map((_variant, place) => variants[(place + round) % variants.length]!)

/** Nearest rank. */
export const percentile = (values: readonly number[], percent: number): number =>
  [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil((percent / 100) * values.length) - 1)] ?? Number.NaN

export const latenciesOf = (times: readonly number[]) => ({
  p50: percentile(times, 50),
  p99: percentile(times, 99),
})

/** Two figures of one round are compared, so that a slow minute affects both. */
export function judgedOver(judged: Judged, rounds: readonly Round[]): Verdict {
  const { metric, of, by, atLeast = -Infinity, atMost = Infinity } = judged
  const figureOf = (round: Round, variant: string): number => round[variant]?.[metric] ?? Number.NaN
  const values = rounds.map((round) => figureOf(round, of) / (by === undefined ? 1 : figureOf(round, by)))
  const median = percentile(values, 50)
  const reached = median >= atLeast && median <= atMost
  return { judged, median, min: Math.min(...values), max: Math.max(...values), reached }
}

export function numberText(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const digits = Math.abs(value) >= 100 ? 0 : 2
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

const aimText = ({ atLeast, atMost }: Judged): string =>
  atLeast !== undefined ? `≥${atLeast}` : atMost !== undefined ? `≤${atMost}` : '–'

function outcomeText({ median, min, max, reached }: Verdict): string {
  const spread = `${numberText(median)} (${numberText(min)}–${numberText(max)})`
  return reached ? spread : `**${spread}**`
}

export const rowOf = (part: string, outcome: Verdict, measured: string): string =>
  `| \`${part}\` | ${outcome.judged.title} | ${outcomeText(outcome)} | ${aimText(outcome.judged)} | ${measured} |`
