import type { ColumnType } from 'kysely'

export interface ColumnFacts {
  /** As `format_type` writes it. */
  readonly type: string
  readonly isNullable: boolean
  readonly hasDefault: boolean
}

interface Column<Read, Written = Read, Inserted = Written> extends ColumnFacts {
  /** Never set: carries types only. */
  readonly values?: ColumnType<Read, Inserted, Written>
}

export type Columns = Readonly<Record<string, ColumnFacts>>

type ValuesOf<C> = C extends { readonly values?: infer Values } ? NonNullable<Values> : never

export type TableOf<C extends Columns> = { readonly [Name in keyof C]: ValuesOf<C[Name]> }

/** A type without values. With `never` Kysely would omit the columns and accept an empty insert. */
interface NotWritten {
  readonly 'a view is not written to': never
}

type ReadOnly<Values> =
  Values extends ColumnType<infer Read, infer _, infer __> ? ColumnType<Read, NotWritten, NotWritten> : never

export type ViewOf<C extends Columns> = { readonly [Name in keyof C]: ReadOnly<ValuesOf<C[Name]>> }

type InJson<Values> =
  Values extends ColumnType<infer Read, infer _, infer Written>
    ? bigint extends Written
      ? number | Extract<Read, null>
      : Read
    : never

/** A row as JSON has it: there a bigint is a number. */
export type JsonRowOf<C extends Columns> = { readonly [Name in keyof C]: InJson<ValuesOf<C[Name]>> }

const column = <Read, Written = Read>(type: string): Column<Read, Written> => ({
  type,
  isNullable: false,
  hasDefault: false,
})

/** The types that the pool parses SQL types into, and accepts for them. */
export const SQL_TYPES = {
  boolean: column<boolean>('boolean'),
  bytea: column<Buffer>('bytea'),
  integer: column<number>('integer'),
  smallint: column<number>('smallint'),
  text: column<string>('text'),
  texts: column<readonly string[]>('text[]'),
  bigints: column<readonly string[]>('bigint[]'),
  timestamp: column<Date>('timestamp with time zone'),
  uuid: column<string>('uuid'),
  /** A string, because it may exceed the exact range of numbers. */
  bigint: column<string, string | number | bigint>('bigint'),
  /** A place in the log: text in JSON too. */
  position: column<string>('bigint'),
  /** Midnight in the process's time zone. A query that needs the day itself selects it as text. */
  date: column<Date, Date | string>('date'),
}

/** A text of a fixed set of words. */
export const word = <Value extends string>(): Column<Value> => column<Value>('text')

export const jsonb = <Value>(): Column<Value> => column<Value>('jsonb')

export const nullable = <Read, Written>(of: Column<Read, Written>): Column<Read | null, Written | null> => ({
  type: of.type,
  isNullable: true,
  hasDefault: of.hasDefault,
})

export const withDefault = <Read, Written>(
  of: Column<Read, Written>,
): Column<Read, Written, Written | undefined> => ({
  type: of.type,
  isNullable: of.isNullable,
  hasDefault: true,
})
