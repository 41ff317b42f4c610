import type { JsonValue, StoredEvent } from '@app/contracts/event-store.ts'
import type { EventType } from '@app/contracts/events/catalogue.ts'
import type pg from 'pg'
import type { RowSeals } from './row-seals.ts'

/** A transaction on one build: unqualified table names are the build's own. */
export interface BuildTransaction {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
  /** Adds rows by lines of columns, between tabs. Much cheaper than an insert. */
  copy<Row>(table: string, rows: readonly Row[], lineOf: (row: Row) => string): Promise<void>
  readonly seals?: RowSeals | undefined
  /** The build is dropped once its rows are compared: it needs no index for queries. */
  readonly isThrownAway?: true | undefined
}

export const ERASED = 'SubjectErased'

/** The person whom an erasure names; empty where that is unreadable. */
export const subjectIn = ({ data }: StoredEvent): string =>
  typeof data.subject === 'string' ? data.subject : ''

/** Only events decide its rows (no clock, no other table, nothing random): a build made tomorrow has the same. */
export interface Projection {
  /** Plain lower-case word: part of schema names. */
  readonly name: string
  /** A rule that changes is a new version, and a new version is a new build. */
  readonly version: number
  readonly handles: readonly EventType[]
  /** DDL with unqualified names. */
  readonly tables: string
  /** Tables that queries see, as views of the same name in schema `read`. Unique over all projections. */
  readonly views: readonly string[]
  /** Reads no keys: events come without texts of people. */
  readonly readsNoTexts?: true
  /** Events of one subject keep their order: behind a parked one, later ones park too. Erasures wait behind nothing. */
  readonly subjectOf: (event: StoredEvent) => string
  /** Folds a batch in memory and writes it in bulk. Strict: an event that does not fit throws, and is parked. */
  readonly project: (tx: BuildTransaction, events: readonly StoredEvent[]) => Promise<void>
  /** Empties what the rows have of erased people. The rows have all events before the erasure, and none after it. */
  readonly forget?: (tx: BuildTransaction, subjects: readonly string[]) => Promise<void>
  /** Called behind each batch that ends at the end of the log, for what a build from zero does once. */
  readonly finish?: (tx: BuildTransaction) => Promise<void>
}

/** An id out of an event's data, as all code compares it: upper or lower case, a UUID is one. */
export const idIn = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value.toLowerCase() : ''

/** The connection of queries: a pool of the reader's role, which sees only the views of `read`. */
export type ReadDb = Pick<pg.Pool, 'query'>
