import type { TableOf, ViewOf } from './columns.ts'
import { READ_VIEWS } from './read.ts'
import { VAULT_TABLES } from './vault.ts'
import { WORK_TABLES } from './work.ts'

/** A test compares them with those of the database. */
export const COLUMNS = { ...READ_VIEWS, ...VAULT_TABLES, ...WORK_TABLES }

type Tables = typeof VAULT_TABLES & typeof WORK_TABLES

/** Excludes the log, whose statements are SQL text. */
export type Database = { readonly [Name in keyof Tables]: TableOf<Tables[Name]> } & {
  readonly [Name in keyof typeof READ_VIEWS]: ViewOf<(typeof READ_VIEWS)[Name]>
}
