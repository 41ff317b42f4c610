import type pg from 'pg'
import { createPool } from '@app/postgres/pool.ts'
import { type AskedProfiles } from '@app/projections/profiles/list-profiles.ts'

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
