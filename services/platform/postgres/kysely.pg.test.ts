import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { inTransaction } from './in-transaction.ts'
import { createKysely } from './kysely.ts'
import { createPool } from './pool.ts'

let db: pg.Pool
beforeAll(async () => {
  const { url } = await createTestDatabase()
  db = createPool(url, { role: 'svc_app', applicationName: 'kysely', max: 2 })
})
afterAll(() => db.end())

const key = (name: string) => ({ name, wrapped_key: Buffer.from('wrapped'), wrapped_by: 1 })

test('a statement answers rows as the pool parses them, and the number of affected rows', async () => {
  const kysely = createKysely(db)
  const inserted = await kysely
    .insertInto('vault.id_keys')
    .values([key('a'), key('b')])
    .executeTakeFirst()
  expect(inserted.numInsertedOrUpdatedRows).toBe(2n)
  const again = kysely.insertInto('vault.id_keys').values(key('a'))
  await expect(again.execute()).rejects.toMatchObject({ code: '23505' })
  const untouched = await again.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()
  expect(untouched.numInsertedOrUpdatedRows).toBe(0n)
  expect(await kysely.selectFrom('vault.id_keys').selectAll().orderBy('name').execute()).toEqual([
    key('a'),
    key('b'),
  ])
  expect((await kysely.deleteFrom('vault.id_keys').executeTakeFirst()).numDeletedRows).toBe(2n)
})

test('writes on the connection of a transaction are rolled back with it', async () => {
  const undone = inTransaction(db, async (client) => {
    await createKysely(client).insertInto('vault.id_keys').values(key('lost')).execute()
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect(await createKysely(db).selectFrom('vault.id_keys').selectAll().execute()).toEqual([])
})

test('a transaction of its own is refused, because a pool would use several connections', async () => {
  const begun = createKysely(db)
    .transaction()
    .execute((tx) => tx.insertInto('vault.id_keys').values(key('lost')).execute())
  await expect(begun).rejects.toThrow(/inTransaction/)
})

test('the compiler refuses statements that the database would refuse', async () => {
  const kysely = createKysely(db)
  // @ts-expect-error no such column
  const unknown = kysely.selectFrom('vault.id_keys').select('names').execute()
  await expect(unknown).rejects.toMatchObject({ code: '42703' })
  // @ts-expect-error without its wrapping key
  const halfDone = kysely.insertInto('vault.id_keys').values({ name: 'a', wrapped_key: Buffer.from('') })
  await expect(halfDone.execute()).rejects.toMatchObject({ code: '23502' })
  // @ts-expect-error a view is not writable
  const toView = kysely.insertInto('read.profile_slugs').values({ slug_name: 'a' })
  await expect(toView.execute()).rejects.toMatchObject({ code: expect.stringMatching(/^42/) })
})
