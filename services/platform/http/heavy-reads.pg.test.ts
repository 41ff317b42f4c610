import { expect, test, onTestFinished } from 'vitest'
import { createGate } from '../../../tests/support/gate.ts'
import { createTurns, createHeavyReads } from './heavy-reads.ts'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { endPool, createHeavyPool } from '../postgres/pool.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Work that ends by its gate, or by its signal. */
function withTurns({ msMax = 60_000 } = {}) {
  const turns = createTurns({ msMax, retrySeconds: 2 })
  const running = new Set<string>()
  /** @returns ends it, in time or because its reader goes; or undefined if it was refused */
  async function begin(key: string) {
    const [gate, response] = [createGate(), new EventEmitter()]
    let hasBegun = false
    const run = turns(key, response as ServerResponse, async (ending) => {
      hasBegun = true
      ending.addEventListener('abort', gate.open)
      running.add(key)
      await gate.opened
      running.delete(key)
    })
    const refusal: unknown = await Promise.race([run.catch((error: unknown) => error), nextTurn()])
    if (hasBegun) return { end: () => (gate.open(), run), leave: () => response.emit('close'), run }
    expect(refusal).toMatchObject({ retryAfterSeconds: 2, code: 'busy' })
    return undefined
  }
  const begins = async (key: string): Promise<boolean> => (await begin(key)) !== undefined
  return { begin, begins, running }
}

test('a key has one turn at a time, and all have two together', async () => {
  const { begin, begins, running } = withTurns()
  const ana = await begin('ana')
  expect(await begins('ana')).toBe(false)
  await begin('berta')
  expect(await begins('carla')).toBe(false)
  await ana!.end()
  expect(await begins('carla')).toBe(true)
  expect([...running]).toEqual(['berta', 'carla'])
})

test('a turn whose reader goes ends at once, and its key waits for the end before the next', async () => {
  const { begin, begins, running } = withTurns()
  const first = await begin('ana')
  first!.leave()
  expect(await begins('ana')).toBe(true)
  expect([...running]).toEqual(['ana'])
})

test('a turn ends after its time', async () => {
  const { begin, begins } = withTurns({ msMax: 1 })
  await (await begin('slow'))!.run
  expect(await begins('slow')).toBe(true)
})

/** @returns a read's rows, or the code and sentence of its refusal */
async function openReads(statementTimeoutMs: number): Promise<(text: string) => Promise<unknown>> {
  const { url } = await createTestDatabase()
  const role = { role: 'svc_reader', applicationName: 'heavy', max: 2, statementTimeoutMs } as const
  const pool = createHeavyPool(url, role)
  onTestFinished(() => endPool(pool))
  const heavyReads = createHeavyReads(pool)
  return (text) =>
    heavyReads('ana', new EventEmitter() as ServerResponse, (db) => db.query(text)).then(
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
