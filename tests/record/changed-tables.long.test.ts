import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/testing/memory-store.ts'
import { newId } from '@app/event-store/ids.ts'
import { rebuildTree, RebuildRefused } from '@app/record/tree/rebuild-tree.ts'
import { findSealedTile } from '@app/record/tree/sealed-tile.ts'
import { findNewestSeal } from '@app/record/trusted-seals.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { CHANGES, openChangedTables } from './changed-tables.ts'
import type { SealedLog } from '@app/record/testing/open-sealer.ts'
import { sealedLogOf } from './sealed-log.ts'

const rows = createMemoryLog()
let sealed: SealedLog
let tables: Awaited<ReturnType<typeof openChangedTables>>
beforeAll(async () => {
  const { url } = await createTestDatabase()
  const now = () => new Date('2026-11-23T12:00:00.000Z')
  sealed = sealedLogOf(await openMemoryEventStore(rows, { now, newId }), url)
  tables = await openChangedTables(sealed, url)
})
afterAll(() => sealed.pool.end())

describe('the tables of the record', () => {
  test('have no fault as they were written [SEAL-7]', async () => {
    expect(await tables.faults()).toEqual([])
  })

  test.each(Object.keys(CHANGES))(
    'are named where they differ by %s, serve nothing false, and are made again [SEAL-7]',
    async (name) => {
      const { record, newest } = tables
      await tables.restore()
      const places = await tables.change([name])
      expect(await tables.faults()).toEqual(places)
      await tables.expectTrue()
      expect(await rebuildTree(record)).toBe(newest.size + 1)
      expect(await tables.faults()).toEqual([])
      expect((await findNewestSeal(record))?.signature).toEqual(newest.signature)
    },
  )

  test('serve no tile with a changed byte, and each other one [SEAL-7]', async () => {
    const tileOf = (index: number) => findSealedTile(tables.record, { level: 0, index, width: 256 })
    await tables.restore()
    await tables.change(['a byte of a tile of leaves'])
    expect(await tileOf(0)).toHaveLength(256)
    expect(await tileOf(1)).toBeUndefined()
    await rebuildTree(tables.record)
    expect(await tileOf(1)).toHaveLength(256)
  })

  // What they have of a log that was altered is all that tells what it had.
  test('are not made again out of a log that was altered [SEAL-7]', async () => {
    await tables.restore()
    rows.rows[29] = { ...rows.rows[29]!, dataJson: '{"nth":"x"}' }
    await expect(rebuildTree(tables.record)).rejects.toThrow(RebuildRefused)
    expect(await tables.faults()).toEqual(['tiles 0/0', 'tiles 1/0'])
  })
})
