import { afterEach, beforeEach, expect, test } from 'vitest'
import { PLAIN_CODEC } from '../testing/memory-events.ts'
import { withAdvisoryLock } from '../../platform/postgres/in-transaction.ts'
import type { Projection } from './projection.ts'
import { verifyProjection } from './compare.ts'
import { startFollowing } from '@app/projections/testing/following.ts'
import { NOW, openReadSide, type ReadSide } from '@app/projections/testing/read-side.ts'
import { ANA, BEA, tapped } from '@app/projections/testing/traffic-story.ts'

const WAIT_MS_MAX = 10_000
const COMPARING = 4_711

/** Readers of its rows wait for the lock, as if there were very many. */
const slowToRead: Projection = {
  name: 'slow',
  version: 1,
  handles: ['ProfileTapped'],
  tables: `create table taps (id uuid primary key);
    create view slow_taps as select id, pg_advisory_xact_lock_shared(${COMPARING}) is null as waited from taps`,
  views: ['slow_taps'],
  subjectOf: ({ stream }) => stream,
  project: async (tx, events) =>
    void (await tx.query('insert into taps select unnest($1::uuid[])', [events.map(({ id }) => id)])),
}

let side: ReadSide
beforeEach(async () => {
  side = await openReadSide()
})
afterEach(() => side.close())

test('a read model goes on while its rows are compared, which are those of one moment', async () => {
  const deps = { ...side, log: side.store, codec: PLAIN_CODEC, now: () => NOW }
  const following = startFollowing(deps, [slowToRead])
  const caughtUp = async (): Promise<boolean> =>
    following.waitFor(await side.store.headPosition(), WAIT_MS_MAX)
  const isComparing = async (): Promise<boolean> =>
    (
      await side.rows("select from pg_locks where locktype = 'advisory' and objid = $1 and not granted", [
        COMPARING,
      ])
    ).length > 0
  try {
    await side.given(tapped({ visitor: ANA, at: '2026-11-20T10:00:00.000Z' }))
    expect(await caughtUp()).toBe(true)
    const verifying = await withAdvisoryLock(side.db, COMPARING, async () => {
      const verified = verifyProjection(deps, slowToRead)
      await expect.poll(isComparing).toBe(true)
      await side.given(tapped({ visitor: BEA, at: '2026-11-20T10:00:00.000Z' }))
      expect(await caughtUp()).toBe(true)
      return { verified }
    })
    expect((await verifying.verified).tables).toMatchObject([
      { table: 'slow_taps', rows: 1, onlyLive: 0, onlyOther: 0 },
    ])
  } finally {
    await following.stop()
  }
})
