import { expect, test, onTestFinished } from 'vitest'
import { createGate } from '../../../tests/support/gate.ts'
import { createTurns, createHeavyReads } from './turns.ts'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { endPool, createHeavyPool } from '../postgres/pool.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'

const RETRY = { retryAfterSeconds: 2, code: 'busy' }

/** Work that ends by its gate, or by its signal; and a clock that is advanced. */
function withTurns({ atOnce = 2, turnMs = 60_000 } = {}) {
  let ms = 1_000_000
  const turns = createTurns({ atOnce, turnMs, retrySeconds: 2, monotonicMs: () => ms })
  const running = new Set<string>()
  let most = 0
  /** @returns ends it, in time or because its reader goes; or undefined if it was refused */
  async function begin(key: string) {
    const gate = createGate()
    const left = new AbortController()
    let hasBegun = false
    const run = turns(key, left.signal, async (ending) => {
      hasBegun = true
      ending.addEventListener('abort', gate.open)
      running.add(key)
      most = Math.max(most, running.size)
      await gate.opened
      running.delete(key)
    })
    const refusal: unknown = await Promise.race([run.catch((error: unknown) => error), nextTurn()])
    if (hasBegun) return { end: () => (gate.open(), run), leave: () => left.abort(), run }
    expect(refusal).toMatchObject(RETRY)
    return undefined
  }
  const begins = async (key: string): Promise<boolean> => (await begin(key)) !== undefined
  return { begin, begins, running, most: () => most, pass: (seconds: number) => (ms += seconds * 1_000) }
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('a key has one turn at a time, and all have so many together', async () => {
  const { begin, begins, most } = withTurns()
  const ana = await begin('ana')
  expect(await begins('ana')).toBe(false)
  const berta = await begin('berta')
  expect(await begins('carla')).toBe(false)
  await Promise.all([ana!.end(), berta!.end()])
  expect(most()).toBe(2)
  expect(await begins('carla')).toBe(true)
})

test('a turn whose reader goes ends at once, and its key waits for the end before the next', async () => {
  const { begin, begins, running } = withTurns({ atOnce: 1 })
  const first = await begin('ana')
  first!.leave()
  expect(await begins('ana')).toBe(true)
  expect([...running]).toEqual(['ana'])
})

test('a turn outlasts its time while nobody else comes, and ends for whoever does', async () => {
  const { begin, begins, pass, running } = withTurns({ atOnce: 1 })
  const slow = await begin('slow')
  pass(59)
  expect(await begins('patient')).toBe(false)
  pass(1)
  expect([...running]).toEqual(['slow'])
  expect(await begins('patient')).toBe(true)
  await slow!.run
  expect([...running]).toEqual(['patient'])
})

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
