import { createPool } from '@app/outside/postgres.ts'
import type { Projection } from '@app/projections/projection.ts'

/** Asks what queries see, as they do. */
export async function readRows<Row extends object>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const reader = createPool(url, { role: 'svc_reader', applicationName: 'test-reader', max: 1 })
  try {
    return (await reader.query<Row>(text, [...values])).rows
  } finally {
    await reader.end()
  }
}

/** All rows of a projection's tables, without the position, which tells when an event arrived and not what happened. */
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
