import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { onTestFinished, test, expect } from 'vitest'
import { endPool, createHeavyPool } from '../postgres/pool.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { createHeavyReads } from './heavy-reads.ts'

/** @returns a read's rows, or the code and sentence of its refusal */
async function openReads(statementTimeoutMs: number): Promise<(text: string) => Promise<unknown>> {
  const { url } = await createTestDatabase()
  const role = { role: 'svc_reader', applicationName: 'heavy', max: 2, statementTimeoutMs } as const
  const pool = createHeavyPool(url, role)
  onTestFinished(() => endPool(pool))
  const heavyReads = createHeavyReads(pool, () => performance.now())
  return (text) =>
    heavyReads
      .run('ana', new EventEmitter() as ServerResponse, (db) => db.query(text))
      .then(
        ({ rows }) => rows as unknown,
        ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
      )
}

const TOO_LARGE = 'unavailable: Esto toma demasiado tiempo. Elige un período más corto'

test('a statement that takes too long ends with a sentence, and the next is answered [SPEED-11]', async () => {
  const read = await openReads(50)
  expect(await read('select pg_sleep(60)')).toContain(TOO_LARGE)
  expect(await read('select 1 as one')).toEqual([{ one: 1 }])
  expect(await read('select none')).toMatch(/^42703/)
})

test('a statement that writes more than 64 MB to disk ends with a sentence', async () => {
  const read = await openReads(60_000)
  const wide = (rows: number) =>
    `select count(*)::int from (select repeat(md5(n::text), 30) as t from generate_series(1, ${rows}) n order by t offset 0) s`
  expect(await read(wide(20_000))).toEqual([{ count: 20_000 }])
  expect(await read(wide(200_000))).toContain(TOO_LARGE)
})
