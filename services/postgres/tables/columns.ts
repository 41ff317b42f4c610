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

type Columns = Readonly<Record<string, ColumnFacts>>

type ValuesOf<C> = C extends { readonly values?: infer Values } ? NonNullable<Values> : never

export type TableOf<C extends Columns> = { readonly [Name in keyof C]: ValuesOf<C[Name]> }

/** No value has this type. With `never` Kysely would omit the columns and accept an empty insert. */
interface NotWritten {
  readonly 'a view is not written to': never
}

type ReadOnly<Values> =
  Values extends ColumnType<infer Read, infer _, infer __> ? ColumnType<Read, NotWritten, NotWritten> : never

export type ViewOf<C extends Columns> = { readonly [Name in keyof C]: ReadOnly<ValuesOf<C[Name]>> }

const column = <Read, Written = Read>(type: string): Column<Read, Written> => ({
  type,
  isNullable: false,
  hasDefault: false,
})

export const boolean = column<boolean>('boolean')
export const bytea = column<Buffer>('bytea')
export const integer = column<number>('integer')
export const integers = column<readonly number[]>('integer[]')
export const text = column<string>('text')
export const word = <Value extends string>(): Column<Value> => column<Value>('text')
export const texts = column<readonly string[]>('text[]')
export const timestamp = column<Date>('timestamp with time zone')
export const uuid = column<string>('uuid')
/** Read as a string: it may exceed Number.MAX_SAFE_INTEGER. */
export const bigint = column<string, string | number | bigint>('bigint')
/** Midnight in the process's time zone. For the day itself, select it as text. */
export const date = column<Date, Date | string>('date')
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
