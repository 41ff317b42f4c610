import { afterEach, expect, test } from 'vitest'
import { createPasswords, type Passwords } from './passwords.ts'

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
