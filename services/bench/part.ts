import type { Closing } from './product/closing.ts'
import type { BenchServer } from './product/postgres.ts'

export interface BenchPart<Bench = unknown> {
  readonly name: string
  readonly title: string
  readonly how: string
  readonly peers: readonly string[]
  readonly metrics: readonly Metric[]
  readonly variants: readonly Variant[]
  readonly aims: readonly Aim[]
  /** Prepares and warms up; whatever it opens is added to `context.closing`. */
  readonly open: (context: BenchContext) => Promise<Bench>
  /** One measurement. @throws Error when the measured work was not done */
  readonly measure: (bench: Bench, variant: string) => Promise<Figures>
  readonly information?: (bench: Bench) => Promise<readonly InformationTable[]>
  /** True: measured only when it is named, because it needs more than the machine. */
  readonly isOnRequest?: boolean
  readonly sized?: (events: readonly number[]) => BenchPart
}

/** Neither rotated nor judged; the first cell heads its row. */
export interface InformationTable {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export type Figures = Readonly<Record<string, number>>

export interface Metric {
  readonly name: string
  readonly title: string
  readonly digits: number
}

interface Variant {
  readonly name: string
  readonly title: string
}

/** Bounds of a figure, or of a ratio of two figures of one round. Without bounds: for information. */
export interface Aim {
  readonly title: string
  readonly metric: string
  readonly of: string
  /** Absent when the figure itself is judged. */
  readonly by?: string
  readonly atLeast?: number
  readonly atMost?: number
}

export interface BenchContext {
  readonly server: BenchServer
  readonly productDist: string
  readonly ownDist: string
  readonly folder: string
  /** Keeps data folders that take long to make. */
  readonly keptRoot: string
  readonly closing: Closing
  readonly say: (line: string) => void
}

export const part = <Bench>(definition: BenchPart<Bench>): BenchPart => definition as unknown as BenchPart
