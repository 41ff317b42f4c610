import { safeText } from './safe-text.ts'
import { dayMs, wallClockMs } from './wall-clock.ts'

export type TextKind = 'title' | 'head' | 'text' | 'line' | 'note' | 'label'
/** A figure and a rate stand large under their label. A change has a direction, also one in points. */
export type NumberKind = 'count' | 'share' | 'figure' | 'rate' | 'change' | 'points'
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
/** Goes on over the empty cells at its right. */
export const spillingLine = worded('line')
export const note = worded('note')
export const label = worded('label')

/** Only for addresses of the product itself, because a visitor's text must not become a link. */
export const link = (address: string): Cell => ({ kind: 'link', text: safeText(address), address })

const numbered =
  (kind: NumberKind) =>
  (number: number): Cell => ({ kind, number })
export const count = numbered('count')
const share = numbered('share')
export const bigFigure = numbered('figure')
export const change = numbered('change')
export const points = numbered('points')

/** Figures are in percent with one decimal, cells from 0 to 1. */
const ofHundred = (value: number): number => Math.round(value * 10) / 1_000
export const percent = (value: number): Cell => share(ofHundred(value))
export const rate = (value: number): Cell => ({ kind: 'rate', number: ofHundred(value) })

export const day = (civil: string): Cell => ({ kind: 'day', clockMs: dayMs(civil) })
export const month = (civil: string): Cell => ({ kind: 'month', clockMs: dayMs(`${civil}-01`) })
export const moment = (instant: string): Cell => ({
  kind: 'moment',
  clockMs: wallClockMs(Date.parse(instant)),
})

export type Row = readonly (Cell | undefined)[]

/** Data that the workbook writes. */
export interface Sheet {
  readonly name: string
  readonly rows: readonly Row[]
  readonly frozen: { readonly rows: number; readonly columns?: number }
  /** Of each column, in characters, where its content does not decide. */
  readonly widths?: readonly number[]
  /** Rows from … to, counted from 0, that are tinted from edge to edge. */
  readonly band?: readonly [from: number, to: number]
  readonly isOnePage?: boolean
  readonly isFiltered?: boolean
  /** A range such as `B2:Y8`, in which higher values are darker. */
  readonly shaded?: string
}
