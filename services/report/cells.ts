import { safeText } from './safe-text.ts'
import { dayMs, wallClockMs } from './wall-clock.ts'

export type TextKind = 'title' | 'head' | 'text' | 'note'
export type NumberKind = 'count' | 'share' | 'points'
type DateKind = 'day' | 'month' | 'moment'

export type Cell =
  | { readonly kind: TextKind; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly address: string }
  | { readonly kind: NumberKind; readonly number: number }
  /** In UTC `clockMs` reads as Santiago's clock. */
  | { readonly kind: DateKind; readonly clockMs: number }

/** All text of a sheet passes through here, so that all of it is made safe. */
const worded =
  (kind: TextKind) =>
  (value: unknown): Cell => ({ kind, text: safeText(value) })
export const title = worded('title')
export const head = worded('head')
export const text = worded('text')
export const note = worded('note')

/** Only for addresses of the product itself, because a visitor's text must not become a link. */
export const link = (address: string): Cell => ({ kind: 'link', text: safeText(address), address })

const numbered =
  (kind: NumberKind) =>
  (number: number): Cell => ({ kind, number })
export const count = numbered('count')
export const share = numbered('share')
export const points = numbered('points')

/** Figures are in percent with one decimal, cells from 0 to 1. */
export const percent = (value: number): Cell => share(Math.round(value * 10) / 1_000)

export const day = (civil: string): Cell => ({ kind: 'day', clockMs: dayMs(civil) })
export const month = (civil: string): Cell => ({ kind: 'month', clockMs: dayMs(`${civil}-01`) })
export const moment = (instant: string): Cell => ({
  kind: 'moment',
  clockMs: wallClockMs(Date.parse(instant)),
})

export type Row = readonly (Cell | undefined)[]

/** Data to write to the file and to hash. */
export interface Sheet {
  readonly name: string
  readonly rows: readonly Row[]
  readonly frozen: { readonly rows: number; readonly columns?: number }
  readonly isFiltered?: boolean
  /** A range such as `B2:Y8`, in which higher values are darker. */
  readonly shaded?: string
}
