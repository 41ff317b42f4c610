import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { positionOf, START } from '@app/contracts/event-store.ts'
import { derivedId } from '@app/event-store/ids.ts'
import { createPool } from '@app/postgres/pool.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { readReactionCheckpoint, writeReactionCheckpoint } from './reaction-checkpoint.ts'

const place = { name: 'test', storeId: derivedId('one log') }

let db: pg.Pool
beforeAll(async () => {
  db = createPool((await createTestDatabase()).url, { role: 'svc_app', applicationName: 'test', max: 2 })
})
afterAll(() => db.end())

test('a checkpoint goes forward only, whoever writes it', async () => {
  expect(await readReactionCheckpoint(db, place)).toBe(START)
  for (const position of [5n, 3n, 2n ** 62n, 7n])
    await writeReactionCheckpoint(db, place, positionOf(position))
  expect(await readReactionCheckpoint(db, place)).toBe(2n ** 62n)
})

test('another log has a checkpoint of its own, which replaces the one before', async () => {
  await writeReactionCheckpoint(db, place, positionOf(2n ** 62n))
  const elsewhere = { ...place, storeId: derivedId('another log') }
  expect(await readReactionCheckpoint(db, elsewhere)).toBe(START)
  await writeReactionCheckpoint(db, elsewhere, positionOf(4n))
  expect(await readReactionCheckpoint(db, elsewhere)).toBe(4n)
  expect(await readReactionCheckpoint(db, place)).toBe(START)
})
