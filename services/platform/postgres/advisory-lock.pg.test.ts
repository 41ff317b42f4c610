import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withConnection } from './connection.ts'
import { createPool } from './pool.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { lockUntilCommit, withAdvisoryLock, withFreeAdvisoryLock, type LockKey } from './advisory-lock.ts'
import { inTransaction } from './in-transaction.ts'

let url: string
let db: pg.Pool
let other: pg.Pool
beforeAll(async () => {
  ;({ url } = await createTestDatabase())
  db = createPool(url, { role: 'svc_app', applicationName: 'test', max: 4 })
  other = createPool(url, { role: 'svc_app', applicationName: 'other process', max: 1 })
})
afterAll(() => Promise.all([db.end(), other.end()]))

const NAMED: LockKey = 'erasing nobody'
const NUMBERED: LockKey = 7_201_999

/** Whether a session waits for an advisory lock. */
const someoneWaits = async (): Promise<boolean> => {
  const { rowCount } = await db.query(
    `select from pg_locks l join pg_database d on d.oid = l.database
     where locktype = 'advisory' and not granted and datname = current_database()`,
  )
  return rowCount === 1
}

test.each([NAMED, NUMBERED])('the second of two simultaneous holders of the lock %s waits', async (key) => {
  const order: string[] = []
  let second = Promise.resolve()
  await withAdvisoryLock(db, key, async () => {
    second = withAdvisoryLock(db, key, async () => void order.push('second'))
    await expect.poll(someoneWaits).toBe(true)
    order.push('first')
  })
  await second
  expect(order).toEqual(['first', 'second'])
})

test('a lock in use is not waited for, and is free again once its work has ended or failed', async () => {
  const late = () => withFreeAdvisoryLock(other, NAMED, async () => 'late')
  const failing = withAdvisoryLock(db, NAMED, async () => {
    expect(await late()).toBeUndefined()
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await late()).toEqual({ result: 'late' })
})

test('a lock of a transaction ends with it', async () => {
  const late = () => withFreeAdvisoryLock(other, NUMBERED, async () => 'late')
  await inTransaction(db, async (client) => {
    await lockUntilCommit(client, NUMBERED)
    expect(await late()).toBeUndefined()
  })
  expect(await late()).toEqual({ result: 'late' })
})

test('work finds out that its lock was lost with its connection before it continues', async () => {
  const outcome = withFreeAdvisoryLock(db, 'erasing somebody', async ({ assertHeld }) => {
    await assertHeld()
    await withConnection(url, (client) =>
      client.query(
        `select pg_terminate_backend(pid, 5000) from pg_locks l join pg_database d on d.oid = l.database
         where locktype = 'advisory' and datname = current_database()`,
      ),
    )
    // The lock is free for the next one.
    await expect(withFreeAdvisoryLock(db, 'erasing somebody', async () => 'theirs')).resolves.toEqual({
      result: 'theirs',
    })
    await assertHeld()
    return 'ours'
  })
  await expect(outcome).rejects.toThrow(/terminat|connection|queryable/i)
})
