import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { openPostgresEventStore } from '@app/event-store/postgres/postgres-store.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import { connectionConfig } from '@app/postgres/pool.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { RebuildRefused, rebuildTree } from '@app/record/rebuild-tree.ts'
import { findSealedTile } from '@app/record/sealed-tile.ts'
import { sealStatusOf } from '@app/record/sealed-record.ts'
import { openChangedTables } from './changed-tables.ts'
import { appendSealed, sealedLogOf, verdictOf, type SealedLog } from './sealed-log.ts'
import { longTest } from '../support/longer-runs.ts'
import { tamperings, type Tamperer } from './tamperings.ts'

const KEPT = [
  'log.events',
  'record.tree',
  'record.tiles',
  'record.leaf_positions',
  'record.seals',
  'record.seal_keys',
]
const closing: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

async function openLog(): Promise<{
  readonly sealed: SealedLog
  readonly sql: pg.Client
  readonly url: string
}> {
  const { url } = await createTestDatabase()
  const log = await openPostgresEventStore({
    connection: connectionConfig(url, { role: 'svc_app', applicationName: 'tampered' }),
    now: () => new Date('2026-11-23T12:00:00.000Z'),
    newId: randomUUID,
    random: Math.random,
  })
  const sealed = sealedLogOf(log, url)
  const sql = new pg.Client({ connectionString: url })
  await sql.connect()
  closing.push(async () => {
    await Promise.all([log.dispose(), sealed.pool.end()])
    await sql.end()
  })
  return { sealed, sql, url }
}

/** As the database's superuser, by SQL. Positions have no gaps: who removes or adds a row closes up or makes room. */
async function openTamperer(): Promise<Tamperer> {
  const { sealed, sql } = await openLog()
  let isKept = false
  const positionAt = async (index: number) => (await wholeLog(sealed.log))[index]!.position
  const shift = async (behind: bigint, by: number) => {
    await sql.query('update log.events set position = -position - $2 where position > $1', [behind, by])
    await sql.query('update log.events set position = -position where position < 0')
  }
  const set = async (index: number, column: 'data' | 'meta', value: string) =>
    void (await sql.query(`update log.events set ${column} = $2 where position = $1`, [
      await positionAt(index),
      value,
    ]))
  return {
    sealed,
    changeData: (index, data) => set(index, 'data', JSON.stringify(data)),
    spoil: (index) => set(index, 'meta', '{}'),
    remove: async (index) => {
      const position = await positionAt(index)
      await sql.query('delete from log.events where position = $1', [position])
      await shift(position, -1)
    },
    addBehind: async (index) => {
      const position = await positionAt(index)
      await shift(position, 1)
      await sql.query(
        `insert into log.events select position + 1, 'test-added', 0, gen_random_uuid(), type, version, data, meta, recorded_at
         from log.events where position = $1`,
        [position],
      )
    },
    swap: async (one, other) => {
      const places = [await positionAt(one), await positionAt(other)]
      await sql.query('update log.events set position = -position where position in ($1, $2)', places)
      await sql.query(
        'update log.events set position = $1::bigint + $2::bigint + position where position < 0',
        places,
      )
    },
    cut: async (index) =>
      void (await sql.query('delete from log.events where position >= $1', [await positionAt(index)])),
    restore: async () => {
      for (const table of KEPT) {
        const copy = table.replace('.', '_copy_')
        if (isKept) await sql.query(`truncate ${table}; insert into ${table} select * from ${copy}`)
        else await sql.query(`create table ${copy} as table ${table}`)
      }
      isKept = true
    },
  }
}

tamperings('PostgreSQL', openTamperer, longTest)

test('an event where no append ever puts one is found, although streams would show it [SEAL-7]', async () => {
  const { sealed, sql } = await openLog()
  await appendSealed(sealed, [5])
  await sql.query(
    `insert into log.events select 0, stream, revision + 1, gen_random_uuid(), type, version, data, meta, recorded_at
     from log.events where stream = 'test-3'`,
  )
  expect(await sealed.log.readStream('test-3')).toHaveLength(2)
  expect((await verdictOf(sealed)).findings).toMatchObject([{ kind: 'added', event: { position: 0n } }])
})

test('tables that somebody changed are named by place, serve nothing false, and are made again [SEAL-7]', async () => {
  const { sealed, sql, url } = await openLog()
  const tables = await openChangedTables(sealed, url)
  const { record, newest } = tables
  expect(await tables.faults()).toEqual([])
  expect((await sealStatusOf(record, new Date())).anchor).toBe('witnessed')
  const places = await tables.change([
    'a seal of a foreign key',
    'another time of a seal',
    'a seal at a position of later',
    'a cosignature of nobody',
    'a cosignature that is junk',
    'a larger kept checkpoint',
    'another mark',
    'a byte of a tile of leaves',
    'tiles of no tree',
    'two swapped positions',
    'positions of no tree',
  ])
  expect(await tables.faults()).toEqual(places)
  await tables.expectTrue()
  expect((await sealStatusOf(record, new Date())).anchor).toBe('anchored')
  expect(await findSealedTile(record, { level: 0, index: 0, width: 256 })).toHaveLength(256)
  expect(await findSealedTile(record, { level: 0, index: 1, width: 256 })).toBeUndefined()
  expect(await rebuildTree(record)).toBe(newest.size + 1)
  expect(await tables.faults()).toEqual([])
  expect(await findSealedTile(record, { level: 0, index: 1, width: 256 })).toHaveLength(256)

  // What the tables have of a log that was altered is all that tells what it had.
  await sql.query(`update log.events set data = '{"nth":"x"}' where position = 30`)
  await expect(rebuildTree(record)).rejects.toThrow(RebuildRefused)
  expect(await tables.faults()).toEqual(['tiles 0/0', 'tiles 1/0'])
  expect((await verdictOf(sealed)).findings).toMatchObject([{ kind: 'changed', event: { position: 30n } }])
})
