import type { RowPair } from './compare-table.ts'

/** A differing row as data staff read it. */
export interface RowTexts {
  readonly table: string
  /** Columns that are equal, as `name=value`. */
  readonly equal: string
  /** Those that are not. Null: the row is not there. */
  readonly live: string | null
  readonly fresh: string | null
}

const CHARS_MAX = 60
const TAIL_CHARS = 4

export function rowTextsOf({ table, live, fresh }: RowPair): RowTexts {
  const [inUse, made] = [textsOf(live), textsOf(fresh)]
  const equal = inUse?.filter((text) => made?.includes(text)) ?? []
  const rest = (texts: readonly string[] | null): string | null =>
    texts && texts.filter((text) => !equal.includes(text)).join(' ')
  return { table, equal: equal.join(' '), live: rest(inUse), fresh: rest(made) }
}

const textsOf = (row: object | null): readonly string[] | null =>
  row && Object.entries(row).map(([column, value]) => `${column}=${valueText(column, value)}`)

/** Whoever has a visitor's id can read what the visitor left. */
function valueText(column: string, value: unknown): string {
  if (value === null) return '∅'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (column === 'visitor_id') return `…${text.slice(-TAIL_CHARS)}`
  return text.length > CHARS_MAX ? `${text.slice(0, CHARS_MAX)}…` : text
}
