import type { ColumnType } from 'kysely'

export interface ColumnFacts {
  /** As `format_type` writes it. */
  readonly type: string
  readonly isNullable: boolean
}

interface Column<Read, Written = Read> extends ColumnFacts {
  /** Never set: carries types only. */
  readonly values?: ColumnType<Read, Written, Written>
}

export type Columns = Readonly<Record<string, ColumnFacts>>

type ValuesOf<C> = C extends { readonly values?: infer Values } ? NonNullable<Values> : never

export type TableOf<C extends Columns> = { readonly [Name in keyof C]: ValuesOf<C[Name]> }

type InJson<Values> =
  Values extends ColumnType<infer Read, infer _, infer Written>
    ? bigint extends Written
      ? number | Extract<Read, null>
      : Read
    : never

/** A row as JSON has it: there a bigint is a number. */
export type JsonRowOf<C extends Columns> = { readonly [Name in keyof C]: InJson<ValuesOf<C[Name]>> }

const column = <Read, Written = Read>(type: string): Column<Read, Written> => ({ type, isNullable: false })

export const SQL_TYPES = {
  boolean: column<boolean>('boolean'),
  bytea: column<Buffer>('bytea'),
  integer: column<number>('integer'),
  text: column<string>('text'),
  texts: column<readonly string[]>('text[]'),
  bigints: column<readonly string[]>('bigint[]'),
  timestamp: column<Date>('timestamp with time zone'),
  uuid: column<string>('uuid'),
  /** A string, because it may exceed the exact range of numbers. */
  bigint: column<string, string | number | bigint>('bigint'),
  position: column<string>('bigint'),
}

export const word = <Value extends string>(): Column<Value> => column<Value>('text')

export const jsonb = <Value>(): Column<Value> => column<Value>('jsonb')

export const nullable = <Read, Written>({
  type,
}: Column<Read, Written>): Column<Read | null, Written | null> => ({ type, isNullable: true })
