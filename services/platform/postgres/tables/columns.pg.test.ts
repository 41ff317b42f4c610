import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { ensureBuild } from '../../../kernel/models/follow-builds.ts'
import { createTestDatabase } from '../../../../tests/support/test-database.ts'
import { createPool } from '../pool.ts'
import type { ColumnFacts } from './columns.ts'
import { COLUMNS } from './database.ts'

const place = { storeId: '00000000-0000-4000-8000-000000000001', now: new Date('2026-03-02T12:00:00.000Z') }

let db: pg.Pool
beforeAll(async () => {
  const { url } = await createTestDatabase()
  const projector = createPool(url, { role: 'svc_projector', applicationName: 'test', max: 1 })
  for (const projection of PROJECTIONS) await ensureBuild(projector, projection, place)
  await projector.end()
  db = createPool(url, { role: 'svc_owner', applicationName: 'test', max: 1 })
})
afterAll(() => db.end())

/** A view's columns have the nullability of the active build's table. */
const IN_DATABASE = `
  with relations as (
    select c.oid, n.nspname, c.relname,
      (select t.oid from projection.builds b join pg_namespace s on s.nspname = b.build
       join pg_class t on t.relnamespace = s.oid and t.relname = c.relname
       where b.state = 'active' and c.relkind = 'v') as behind
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('read', 'vault', 'kernel') and c.relkind in ('r', 'v')
  )
  select format('%s.%s.%s %s%s', r.nspname, r.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    case when held.attnotnull then '' else ' or null' end) as column
  from relations r
  join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
  join pg_attribute held on held.attrelid = coalesce(r.behind, r.oid) and held.attname = a.attname`

const declared = Object.entries(COLUMNS).flatMap(([table, its]) =>
  Object.entries<ColumnFacts>(its).map(
    ([name, { type, isNullable }]) => `${table}.${name} ${type}${isNullable ? ' or null' : ''}`,
  ),
)

test('the declared columns are those of the database, with types and nulls', async () => {
  const { rows } = await db.query<{ column: string }>(IN_DATABASE)
  expect(rows.map(({ column }) => column)).toEqual(expect.arrayContaining(declared))
})
