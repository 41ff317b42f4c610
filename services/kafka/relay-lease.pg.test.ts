import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { positionOf } from '@app/contracts/event-store.ts'
import { createPool, endPool } from '@app/postgres/pool.ts'
import type pg from 'pg'
import { withConnection } from '@app/postgres/connection.ts'
import { ROOT } from '../../tests/support/source-files.ts'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { LEASE_MS, LeaseLost, readRelayCheckpoint, takeLease, type LeaseDeps } from './relay-lease.ts'

let db: pg.Pool
let url: string
let nowMs = 0
let deps: LeaseDeps

beforeAll(async () => {
  ;({ url } = await createTestDatabase())
  db = createPool(url, { role: 'svc_projector', applicationName: 'lease', max: 4 })
})
afterAll(() => endPool(db))
beforeEach(() => {
  nowMs = 1_000
  deps = { db, storeId: randomUUID(), monotonicMs: () => nowMs }
})

/** As time does. */
const expire = () =>
  db.query(`update projection.relay set until = now() - interval '1 s' where store_id = $1`, [deps.storeId])

test('of many that want it at once one gets the lease, and begins at the start of the log', async () => {
  const taken = await Promise.all(Array.from({ length: 8 }, () => takeLease(deps)))
  const leases = taken.filter((lease) => lease !== undefined)
  expect(leases.map((lease) => lease.position())).toEqual([0n])
  await leases[0]!.release()
  expect((await takeLease(deps))?.position()).toBe(0n)
})

test('a relay that was frozen writes nothing once another has the lease [RUN-12]', async () => {
  const frozen = (await takeLease(deps))!
  await frozen.advance(positionOf(5n))
  await expire()
  const lease = (await takeLease(deps))!
  expect(lease.position()).toBe(5n)
  await lease.advance(positionOf(9n))
  nowMs += LEASE_MS
  await expect(frozen.advance(positionOf(6n))).rejects.toThrow(LeaseLost)
  await expect(frozen.hold(0)).rejects.toThrow(LeaseLost)
  await expect(frozen.release()).rejects.toThrow(LeaseLost)
  expect(await readRelayCheckpoint(deps)).toBe(9n)
  expect(await takeLease(deps)).toBeUndefined()
})

test('a lease is renewed before work that would outlast it, by the process’s own clock', async () => {
  const lease = (await takeLease(deps))!
  const until = async () => {
    // Two statements may be of one millisecond.
    const { rows } = await db.query<{ micros: string }>(
      'select (extract(epoch from until) * 1000000)::bigint as micros from projection.relay where store_id = $1',
      [deps.storeId],
    )
    return Number(rows[0]!.micros)
  }
  const first = await until()
  await lease.hold(LEASE_MS - 1)
  expect(await until()).toBe(first)
  nowMs += 1
  await lease.hold(LEASE_MS - 1)
  expect(await until()).toBeGreaterThan(first)
})

test('a lease does not outlast a database clock that is set back', async () => {
  await (await takeLease(deps))!.advance(positionOf(5n))
  expect(await takeLease(deps)).toBeUndefined()
  await db.query(`update projection.relay set until = now() + interval '1 h' where store_id = $1`, [
    deps.storeId,
  ])
  expect((await takeLease(deps))?.position()).toBe(5n)
})

test('over an older log that was restored, all of it is sent again', async () => {
  await (await takeLease(deps))!.advance(positionOf(5n))
  const script = await readFile(join(ROOT, 'scripts/after-restore.sql'), 'utf8')
  await withConnection(url, (owner) => owner.query(script))
  expect(await readRelayCheckpoint(deps)).toBe(0n)
})
