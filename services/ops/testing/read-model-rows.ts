import type pg from 'pg'
import { createPool } from '@app/postgres/pool.ts'
import { type AskedProfiles } from '@app/projections/profiles/list-profiles.ts'
import type { Projection } from '@app/projections/runtime/projection.ts'

/** Reads the rows that queries see. */
export async function readRows<Row extends object>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  return withReader(url, async (reader) => (await reader.query<Row>(text, [...values])).rows)
}

export const NEWEST_PROFILES: AskedProfiles = {
  by: 'created_at',
  isDescending: true,
  after: undefined,
  limit: 100,
  search: '',
  state: undefined,
}

async function withReader<Answer>(url: string, ask: (reader: pg.Pool) => Promise<Answer>): Promise<Answer> {
  const reader = createPool(url, { role: 'svc_reader', applicationName: 'test-reader', max: 1 })
  try {
    return await ask(reader)
  } finally {
    await reader.end()
  }
}

/** All rows of a projection's tables, without positions, which depend on the order of arrival. */
export async function allRows(
  url: string,
  { views }: Projection,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = await Promise.all(
    views.map(async (view) => {
      const sql = `select (to_jsonb(t) - 'position')::text as row from read."${view}" t order by 1`
      return [view, (await readRows<{ row: string }>(url, sql)).map(({ row }) => row)] as const
    }),
  )
  return Object.fromEntries(tables)
}
