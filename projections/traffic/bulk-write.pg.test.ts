import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReadSide, type ReadSide } from '../testing/read-side.ts'
import { bulkWrite } from './bulk-write.ts'
import type { Table } from './table.ts'

interface Kept {
  readonly id: number
  readonly words: string | null
  readonly pairs: string
}
interface Sum {
  readonly id: number
  readonly count: number
}
const KEPT: Table = {
  name: 'bulk_kept',
  columns: {
    id: { name: 'id', type: 'int' },
    words: { name: 'words', type: 'text', isNullable: true },
    pairs: { name: 'pairs', type: 'int[]' },
  },
  key: ['id'],
  onConflict: 'replace',
  fillfactor: 100,
}
const SUMS: Table = {
  name: 'bulk_sums',
  columns: { id: { name: 'id', type: 'int' }, count: { name: 'count', type: 'int' } },
  key: ['id'],
  onConflict: 'add',
  fillfactor: 100,
}

let side: ReadSide
beforeAll(async () => {
  side = await openReadSide()
})
afterAll(() => side.close())

test('several tables are written in one statement: one replaced, one added to, one left alone', async () => {
  const client = await side.db.connect()
  try {
    await client.query('create temp table bulk_kept (id int primary key, words text, pairs int[])')
    await client.query('create temp table bulk_sums (id int primary key, count int)')
    const write = async (rows: readonly Kept[], counts: readonly Sum[]): Promise<string> => {
      const { text, valuesOf } = bulkWrite([KEPT, SUMS])
      await client.query(text, [...valuesOf([rows, counts])])
      return text
    }
    const first = await write([{ id: 1, words: 'uno', pairs: '{1,2}' }], [{ id: 7, count: 2 }])
    const second = await write(
      [
        { id: 1, words: null, pairs: '{}' },
        { id: 2, words: 'a,"b"', pairs: '{3,4,5,6}' },
      ],
      [{ id: 7, count: -5 }],
    )
    expect(second).toBe(first)
    await write([], [])
    const rows = await client.query('select * from bulk_kept order by id')
    expect(rows.rows).toEqual([
      { id: 1, words: null, pairs: [] },
      { id: 2, words: 'a,"b"', pairs: [3, 4, 5, 6] },
    ])
    expect((await client.query('select * from bulk_sums')).rows).toEqual([{ id: 7, count: -3 }])
  } finally {
    client.release()
  }
})
