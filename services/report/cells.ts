import { safeText } from './safe-text.ts'
import { dayMs, wallClockMs } from './wall-clock.ts'

export type TextKind = 'title' | 'head' | 'text' | 'note'
export type NumberKind = 'count' | 'share' | 'points'
export type DateKind = 'day' | 'month' | 'moment'

/** A value with what it is; there is no kind that calculates. */
export type Cell =
  | { readonly kind: TextKind; readonly text: string }
  | { readonly kind: NumberKind; readonly number: number }
  /** Read in UTC, `clockMs` is what the clock on the wall shows. */
  | { readonly kind: DateKind; readonly clockMs: number }

/** The one way for words into the table, ours and those of people. */
const worded =
  (kind: TextKind) =>
  (value: unknown): Cell => ({ kind, text: safeText(value) })
export const title = worded('title')
export const head = worded('head')
export const text = worded('text')
export const note = worded('note')

const numbered =
  (kind: NumberKind) =>
  (number: number): Cell => ({ kind, number })
export const count = numbered('count')
/** A part of 1. */
export const share = numbered('share')
/** Between two percentages. */
export const points = numbered('points')

/** Figures come in percent with one decimal; cells hold parts of 1. */
export const percent = (value: number): Cell => share(Math.round(value * 10) / 1_000)

export const day = (civil: string): Cell => ({ kind: 'day', clockMs: dayMs(civil) })
export const month = (civil: string): Cell => ({ kind: 'month', clockMs: dayMs(`${civil}-01`) })
export const moment = (instant: string): Cell => ({
  kind: 'moment',
  clockMs: wallClockMs(Date.parse(instant)),
})

export type Row = readonly (Cell | undefined)[]

/** One sheet as data: what is written, what is fingerprinted and what tests read are the same. */
export interface Sheet {
  readonly name: string
  readonly rows: readonly Row[]
  /** Stay in sight while the rest is scrolled. */
  readonly frozen: { readonly rows: number; readonly columns?: number }
  /** The first row filters all rows. */
  readonly isFiltered?: boolean
  /** The more, the darker: `B2:Y8`. */
  readonly shaded?: string
}
