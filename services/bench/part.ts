import type { Closing } from './product/closing.ts'
import type { BenchServer } from './product/postgres.ts'

/** One comparison: its variants are measured in turn, round after round. Data, and two functions. */
export interface BenchPart<Bench = unknown> {
  /** What it is called on the command line. */
  readonly name: string
  readonly title: string
  /** How it is measured, for the report. */
  readonly how: string
  /** Packages of others whose versions the report names. */
  readonly peers: readonly string[]
  readonly metrics: readonly Metric[]
  readonly variants: readonly Variant[]
  readonly aims: readonly Aim[]
  /** Makes everything ready and warm; what it opens it hands to `place.closing`. */
  readonly open: (place: Place) => Promise<Bench>
  /** One measurement. @throws Error when what was measured did not do its work */
  readonly measure: (bench: Bench, variant: string) => Promise<Figures>
  /** What the report tells besides; asked once, after the rounds. */
  readonly information?: (bench: Bench) => Promise<readonly InformationTable[]>
  /** Only measured when it is named: it needs more than the machine. */
  readonly isOnRequest?: boolean
  /** The same part with so many events, for those whose logs may be of any size. */
  readonly sized?: (events: readonly number[]) => BenchPart
}

/** Figures that are neither rotated nor judged, each row headed by its first cell. */
export interface InformationTable {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Figures of one measurement, by the names of their metrics. */
export type Figures = Readonly<Record<string, number>>

export interface Metric {
  readonly name: string
  /** With its unit. */
  readonly title: string
  readonly digits: number
}

export interface Variant {
  readonly name: string
  readonly title: string
}

/** What a figure, or the ratio of two figures of one round, should come to. Without bounds: for information. */
export interface Aim {
  readonly title: string
  readonly metric: string
  readonly of: string
  /** The variant whose figure it is divided by; absent where the figure itself is meant. */
  readonly by?: string
  readonly atLeast?: number
  readonly atMost?: number
}

/** Where a part works. */
export interface Place {
  readonly server: BenchServer
  /** The built product. */
  readonly productDist: string
  /** This bench's own bundles. */
  readonly ownDist: string
  /** A temporary folder of this run. */
  readonly folder: string
  /** Where data folders are kept that take long to make; the next run finds them there. */
  readonly keptRoot: string
  readonly closing: Closing
  readonly say: (line: string) => void
}

/** Hides the type of what was opened, so that parts of all kinds stand in one list. */
export const part = <Bench>(definition: BenchPart<Bench>): BenchPart => definition as unknown as BenchPart
