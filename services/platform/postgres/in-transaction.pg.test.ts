import type pg from 'pg'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase, poolOf } from '../../../tests/support/test-database.ts'
import { withConnection, isDatabaseAway } from './connection.ts'
import {
  inTransaction,
  inSavepoint,
  SAVEPOINT,
  withAdvisoryLock,
  withFreeAdvisoryLock,
  type LockKey,
} from './in-transaction.ts'
import { openPool } from './pool.ts'

const { url } = await createTestDatabase()
const db = poolOf(url, 1)
beforeEach(() => db.query('delete from vault.id_keys'))

type Client = Pick<pg.ClientBase, 'query'>
const write = (client: Client, name: string) =>
  client.query("insert into vault.id_keys (name, wrapped_key, wrapped_by) values ($1, '', 0)", [name])
const written = async () => {
  const { rows } = await db.query<{ name: string }>('select name from vault.id_keys order by name')
  return rows.map(({ name }) => name)
}
const fail = async (): Promise<never> => {
  throw new Error('no')
}

describe('a transaction', () => {
  test('of a pool commits all of the work or none, and releases its connection', async () => {
    expect(await inTransaction(db, async (client) => (await write(client, 'kept')).rowCount)).toBe(1)
    await expect(inTransaction(db, (client) => write(client, 'lost').then(fail))).rejects.toThrow('no')
    expect(await written()).toEqual(['kept'])
  })

  test('on a given connection leaves that connection open', async () => {
    const client = await db.connect()
    await expect(inTransaction(client, (same) => write(same, 'lost').then(fail))).rejects.toThrow('no')
    await inTransaction(client, () => write(client, 'kept'))
    client.release()
    expect(await written()).toEqual(['kept'])
  })

  test('whose connection breaks throws the cause, and the pool does not reuse the connection', async () => {
    const broken = inTransaction(db, async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      await withConnection(url, (other) =>
        other.query('select pg_terminate_backend($1, 5000)', [rows[0]!.pid]),
      )
      await write(client, 'lost')
    })
    await expect(broken).rejects.toThrow(/terminat|connection|queryable/i)
    expect(await written()).toEqual([])
  })

  test('whose statement is not answered sends no rollback, and the pool discards its connection', async () => {
    const hasty = openPool({ connectionString: url, max: 1, query_timeout: 200 })
    const asked: unknown[] = []
    const slow = inTransaction(hasty, (client) => {
      const query = vi.spyOn(client, 'query')
      onTestFinished(() => query.mockRestore())
      asked.push(query.mock.calls)
      return client.query('select pg_sleep(1)')
    })
    await expect(slow).rejects.toThrow(/timeout/)
    expect(asked).toEqual([[['select pg_sleep(1)']]])
    expect((await hasty.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await hasty.end()
  })
})

test.each([false, true])('a savepoint undoes only the work that fails (set before: %s)', async (isSet) => {
  await inTransaction(db, async (client) => {
    await write(client, 'before')
    if (isSet) await client.query(SAVEPOINT)
    await expect(inSavepoint(client, () => write(client, 'lost').then(fail), isSet)).rejects.toThrow('no')
    // The database refuses the same name twice, which would end the transaction.
    await expect(inSavepoint(client, () => write(client, 'before'))).rejects.toThrow(/duplicate key/)
    await inSavepoint(client, () => write(client, 'within'))
    await write(client, 'after')
  })
  expect(await written()).toEqual(['after', 'before', 'within'])
})

const [locker, other] = [poolOf(url, 4), poolOf(url, 1)]

const NAMED: LockKey = 'erasing nobody'
const NUMBERED: LockKey = 7_201_999

/** Whether a session waits for an advisory lock. */
const someoneWaits = async (): Promise<boolean> => {
  const { rowCount } = await locker.query(
    `select from pg_locks l join pg_database d on d.oid = l.database
     where locktype = 'advisory' and not granted and datname = current_database()`,
  )
  return rowCount === 1
}

test.each([NAMED, NUMBERED])('the second of two simultaneous holders of the lock %s waits', async (key) => {
  const order: string[] = []
  let second = Promise.resolve()
  await withAdvisoryLock(locker, key, async () => {
    second = withAdvisoryLock(locker, key, async () => void order.push('second'))
    await expect.poll(someoneWaits).toBe(true)
    order.push('first')
  })
  await second
  expect(order).toEqual(['first', 'second'])
})

test('a lock in use is not waited for, and is free again once its work has ended or failed', async () => {
  const late = () => withFreeAdvisoryLock(other, NAMED, async () => 'late')
  const failing = withAdvisoryLock(locker, NAMED, async () => {
    expect(await late()).toBeUndefined()
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await late()).toEqual({ result: 'late' })
})

test('work finds out that its lock was lost with its connection before it continues', async () => {
  const outcome = withFreeAdvisoryLock(locker, 'erasing somebody', async ({ assertHeld }) => {
    await assertHeld()
    await withConnection(url, (client) =>
      client.query(
        `select pg_terminate_backend(pid, 5000) from pg_locks l join pg_database d on d.oid = l.database
         where locktype = 'advisory' and datname = current_database()`,
      ),
    )
    // The lock is free for the next one.
    await expect(withFreeAdvisoryLock(locker, 'erasing somebody', async () => 'theirs')).resolves.toEqual({
      result: 'theirs',
    })
    await assertHeld()
    return 'ours'
  })
  await expect(outcome).rejects.toThrow(/terminat|connection|queryable/i)
})

test.each(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED'])(
  'a server in a stopped container counts as unavailable, not as a fault of the product: %s',
  (code) => expect(isDatabaseAway(Object.assign(new Error('getaddrinfo'), { code }))).toBe(true),
)
