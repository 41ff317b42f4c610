import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '@app/postgres/pool.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import { dueStatus, listDue } from '@app/projections/subscriptions/queries.ts'
import type pg from 'pg'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { fillPending } from './pending-reminders.ts'

const DUE = 20
const UNTIL = Date.parse('2026-11-20T12:00:00.000Z')
const FEW = 200
const MANY = 6_000
/** An index of three levels instead of two, for each of two reminders, and their pages of the table. */
const PAGES_MORE_MAX = 12

const pools: pg.Pool[] = []
let few: pg.Pool
let many: pg.Pool

/** Older ones that are cancelled: an index of all by time alone would lead through them. */
const AS_MANY_ARE_OVER = `insert into subscriptions_v4.subscriptions
  select gen_random_uuid(), profile_id, cycle, 'cancelled', email, visitor_id, subscribed_at - 1000000000,
    first_status, first_at, second_status, second_at, null from subscriptions_v4.subscriptions`

async function filled(pending: number): Promise<pg.Pool> {
  const { url } = await createTestDatabase()
  const db = createPool(url, { role: 'svc_projector', applicationName: 'test', max: 2 })
  pools.push(db)
  await fillPending(db, { pending, due: DUE, untilMs: UNTIL })
  await db.query(AS_MANY_ARE_OVER)
  await db.query('vacuum analyze subscriptions_v4.subscriptions')
  return db
}
beforeAll(async () => {
  few = await filled(FEW)
  many = await filled(MANY)
})
afterAll(() => Promise.all(pools.map((pool) => pool.end())))

const firstPage = (db: ReadDb) => listDue(db, { reminder: 'first', subscribedUntilMs: UNTIL, limit: 10 })
const status = (db: ReadDb) => dueStatus(db, { first: UNTIL, second: UNTIL })

test('as many as wanted are pending, and of these as many as wanted are due', async () => {
  const { rows } = await many.query('select count(next_reminder)::int as n from read.subscriptions')
  expect(rows).toEqual([{ n: MANY }])
  const oldest = { reminder: 'first', subscribedAtMs: UNTIL - (DUE - 1) * 1_000 }
  expect(await status(many)).toEqual({ due: DUE, oldest })
  expect(await firstPage(many)).toHaveLength(10)
})

test.each([
  ['a page of due reminders', firstPage],
  ['how many are due', status],
])('%s is found in as many pages, however many are pending', async (_what, ask) => {
  const [ofFew, ofMany] = [await pagesRead(few, ask), await pagesRead(many, ask)]
  expect(ofMany).toBeGreaterThan(0)
  expect(ofMany).toBeLessThanOrEqual(ofFew + PAGES_MORE_MAX)
})

interface Plan {
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
}

/** Pages that PostgreSQL looks at for all statements of a query. */
async function pagesRead(db: pg.Pool, ask: (db: ReadDb) => Promise<unknown>): Promise<number> {
  let pages = 0
  const query = async (asked: { readonly text: string; readonly values: readonly unknown[] }) => {
    const { rows } = await db.query<{ 'QUERY PLAN': readonly [{ readonly Plan: Plan }] }>(
      `explain (analyze, buffers, format json) ${asked.text}`,
      [...asked.values],
    )
    const [{ Plan: plan }] = rows[0]!['QUERY PLAN']
    pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    return db.query(asked.text, [...asked.values])
  }
  await ask({ query } as unknown as ReadDb)
  return pages
}
