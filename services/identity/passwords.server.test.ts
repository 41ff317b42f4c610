import { afterEach, describe, expect, test } from 'vitest'
import { createPasswords, type Passwords } from './passwords.ts'
import { createHashingWorker, type HashingWorker } from './hashing-worker.ts'

const COST = 4
let passwords: Passwords
afterEach(() => passwords.stop())

const N_TILDE = 'n\u0303'
const A_ACUTE = 'a\u0301'

test('a password that is set in one form of Unicode is the one typed in the other', async () => {
  passwords = createPasswords({ cost: COST, stepsBack: false })
  for (const [one, other] of [
    ['Ñandú-2026', 'Ñandú-2026'.normalize('NFD')],
    [`Ma${N_TILDE}ana-2026`, 'Mañana-2026'],
    [`C${A_ACUTE}mara ñ 1`, `Cámara ${N_TILDE} 1`],
    ['Á\u00a0Clave-1', 'A\u0301 Clave-1'],
    ['Clave\u3000123', 'Clave 123'],
    ['한국어-Aa1', '한국어-Aa1'.normalize('NFD')],
    ['Ωmega-a1', '\u2126mega-a1'],
  ] as const) {
    expect(one).not.toBe(other)
    expect(await passwords.matches(other, await passwords.hash(one))).toBe(true)
    expect(await passwords.matches(one, await passwords.hash(other))).toBe(true)
  }
})

test('bcrypt’s 72 bytes are those of the normal form', async () => {
  passwords = createPasswords({ cost: COST, stepsBack: false })
  const long = `Aa1x${'ñ'.repeat(34)}`
  const hash = await passwords.hash(long.normalize('NFD'))
  expect(await passwords.matches(long, hash)).toBe(true)
  expect(await passwords.matches(`${long.slice(0, -1)}n`, hash)).toBe(false)
  await expect(passwords.hash(`${long}x`.normalize('NFD'))).rejects.toThrow('72 bytes')
})

/** Answers that nothing is the same, and throws when asked for the number of comparisons. */
const COUNTING = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    let compared = 0
    parentPort.on('message', ({ id, work }) => {
      if (work === 'compare') compared += 1
      parentPort.postMessage({ id, result: work === 'hash' ? String(compared) : false })
    })`)}`,
)

test('a password is compared as often for an unknown account as for any hash', async () => {
  const typed = [
    'Clave-123',
    'Ñandú-2026',
    'Ñandú-2026'.normalize('NFD'),
    'Á\u00a0Clave-1',
    `Aa1${'ñ'.repeat(40)}`,
  ]
  const counts: number[][] = []
  for (const known of [undefined, `$2b$04$${'x'.repeat(53)}`]) {
    passwords = createPasswords({ cost: COST, program: COUNTING })
    const ofKnown: number[] = []
    for (const text of typed) {
      const before = Number(await passwords.hash('x'))
      await passwords.matches(text, known)
      ofKnown.push(Number(await passwords.hash('x')) - before)
    }
    counts.push(ofKnown)
    await passwords.stop()
  }
  const [unknown, current] = counts
  expect(unknown).toEqual(current)
  expect(Math.min(...current!)).toBeGreaterThan(0)
})

describe('a worker', () => {
  /** A worker that answers with the work's name; some works make it exit or throw. */
  const MORTAL = new URL(
    `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ id, work }) => {
      if (work === 'exit') process.exit(3)
      if (work === 'throw') throw new Error('out of order')
      if (work !== 'nothing') parentPort.postMessage({ id, result: work })
    })`)}`,
  )
  const REFUSED = { code: 'unavailable', retryAfterSeconds: 2 }

  let hashing: HashingWorker
  let nowMs = 0
  const deaths: string[] = []
  const start = (): void => {
    hashing = createHashingWorker({
      program: MORTAL,
      monotonicMs: () => nowMs,
      onDeath: ({ message }) => deaths.push(message),
    })
  }
  const run = (work: string): Promise<unknown> =>
    hashing.run({ work }).catch(({ code, retryAfterSeconds }) => ({ code, retryAfterSeconds }))
  const runAll = (...works: readonly string[]): Promise<readonly unknown[]> => Promise.all(works.map(run))

  afterEach(async () => {
    await hashing.stop()
    deaths.length = 0
  })

  test.each([
    ['exit', 'the worker that hashes passwords ended with 3'],
    ['throw', 'out of order'],
  ])('a worker’s end by %s refuses all waiting work, and the next work is done', async (end, why) => {
    start()
    expect(await runAll('hash', end, 'hash', 'hash')).toEqual(['hash', REFUSED, REFUSED, REFUSED])
    expect(deaths).toEqual([why])
    expect(await runAll('hash', 'hash')).toEqual(['hash', 'hash'])
  })

  test('a worker that ends before its first answer is restarted after the time to retry', async () => {
    start()
    expect(await run('exit')).toEqual(REFUSED)
    nowMs += 1_999
    expect(await runAll('hash', 'hash')).toEqual([REFUSED, REFUSED])
    expect(deaths).toHaveLength(1)
    nowMs += 1
    expect(await run('hash')).toBe('hash')
  })

  test('the late end of a stopped worker does not refuse work of its successor', async () => {
    start()
    const asked = hashing.run({ work: 'nothing' })
    const stopping = hashing.stop()
    await expect(asked).rejects.toThrow('passwords are stopped')
    const next = run('hash')
    await stopping
    expect(await next).toBe('hash')
    expect(deaths).toEqual([])
  })
})
