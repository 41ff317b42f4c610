import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import bcrypt from 'bcryptjs'
import { Refusal } from '@app/contracts/refusals.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPasswords, type Passwords } from './passwords.ts'

const PASSWORD = 'Ñandú-2026 corre'
/** The 72 bytes that bcrypt reads. */
const LONGEST = 'ñ'.repeat(36)

let passwords: Passwords
let hash: string
beforeAll(async () => {
  passwords = createPasswords({ stepsBack: false })
  hash = await passwords.hash(PASSWORD)
})
afterAll(() => passwords.stop())

describe('a hash', () => {
  test('is bcrypt’s, of cost 10, with a new salt', async () => {
    expect(hash).toMatch(/^\$2b\$10\$[./\w]{53}$/)
    expect(await passwords.hash(PASSWORD)).not.toBe(hash)
    expect(await bcrypt.compare(PASSWORD, hash)).toBe(true)
  })

  test.each([
    ['longer than bcrypt reads', `${LONGEST}x`],
    ['longer in bytes but not in characters', 'ñ'.repeat(37)],
    ['with a NUL in it', 'Ñandú\0-2026'],
  ])('of a password %s is refused, because bcrypt would silently cut it [ACC-8]', async (_what, password) => {
    await expect(passwords.hash(password)).rejects.toBeInstanceOf(Refusal)
  })
})

describe('a password', () => {
  test('matches only its own hash', async () => {
    expect(await passwords.matches(PASSWORD, hash)).toBe(true)
    for (const wrong of [`${PASSWORD} `, PASSWORD.toLowerCase(), 'Nandu-2026 corre', ''])
      expect(await passwords.matches(wrong, hash), wrong).toBe(false)
  })

  test('that continues after the right 72 bytes is wrong', async () => {
    const long = await passwords.hash(LONGEST)
    expect(await passwords.matches(`${LONGEST}and more`, long)).toBe(false)
  })

  test('matches no unknown account, even if it is empty', async () => {
    for (const typed of [PASSWORD, '', '\0', `${LONGEST}x`])
      expect(await passwords.matches(typed, undefined)).toBe(false)
  })
})

test.each([
  ['Password1', true],
  ['¡qWERTY123!', true],
  ['Password1-y-algo-mas', false],
  ['Clave-de-prueba-1', false],
])('the password %s is common: %s', async (password, isCommon) => {
  expect(await passwords.isCommon(password)).toBe(isCommon)
})

const isLinux = process.platform === 'linux'

/** Niceness of each thread of this process: the 19th word of its line, after a name that may have blanks. */
const niceness = (): readonly number[] =>
  readdirSync('/proc/self/task').map((thread) => {
    const line = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[16])
  })

test.runIf(isLinux)('two threads hash, and only they have a lower priority [SPEED-7]', async () => {
  const busy = createPasswords({ cost: 4 })
  const before = niceness().filter((nice) => nice === 10).length
  await Promise.all(Array.from({ length: 20 }, () => busy.hash(PASSWORD)))
  expect(niceness().filter((nice) => nice === 10)).toHaveLength(before + 2)
  expect(niceness().filter((nice) => nice === getPriority()).length).toBeGreaterThan(1)
  await busy.stop()
})
