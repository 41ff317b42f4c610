import bcrypt from 'bcryptjs'
import { PRODUCT } from '@app/contracts/product.ts'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { createPasswords } from './passwords.ts'
import { refuseWeak } from '../weak-passwords.ts'

const COST = 4
const PASSWORD = 'Ñandú-2026 corre'
/** The 72 bytes that bcrypt reads. */
const LONGEST = `Aa1x${'ñ'.repeat(34)}`

const passwords = createPasswords({ cost: COST, stepsBack: false })
afterAll(passwords.stop)

test('a hash is bcrypt’s, with a new salt, and matches its own password alone', async () => {
  const hash = await passwords.hash(PASSWORD)
  expect(await passwords.hash(PASSWORD)).not.toBe(hash)
  expect(await bcrypt.compare(PASSWORD, hash)).toBe(true)
  expect(await passwords.matches(PASSWORD, hash)).toBe(true)
  for (const wrong of [`${PASSWORD} `, PASSWORD.toLowerCase(), 'Nandu-2026 corre', ''])
    expect(await passwords.matches(wrong, hash), wrong).toBe(false)
  for (const typed of [PASSWORD, '', '\0', `${LONGEST}x`])
    expect(await passwords.matches(typed, undefined)).toBe(false)
})

test('a password that is set in one form of Unicode is the one typed in the other', async () => {
  const [one, other] = ['Ñandú-2026', 'Ñandú-2026'.normalize('NFD')] as const
  expect(await passwords.matches(other, await passwords.hash(one))).toBe(true)
  expect(await passwords.matches(one, await passwords.hash(other))).toBe(true)
})

test('a password that bcrypt would silently cut, at 72 bytes of the normal form or a NUL, is refused [ACC-8]', async () => {
  const hash = await passwords.hash(LONGEST.normalize('NFD'))
  expect(await passwords.matches(LONGEST, hash)).toBe(true)
  expect(await passwords.matches(`${LONGEST.slice(0, -1)}n`, hash)).toBe(false)
  expect(await passwords.matches(`${LONGEST} and more`, hash)).toBe(false)
  for (const cut of [`${LONGEST}x`.normalize('NFD'), 'ñ'.repeat(37), 'Ñandú\0-2026'])
    await expect(passwords.hash(cut)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('72'),
    })
})

const COMMON = 'Esta contraseña es una de las más usadas. Elige otra.'
const OWN = `Esta contraseña se parece a tu correo o a ${PRODUCT.name}. Agrégale otra palabra, de 4 letras o más.`

testTable<[email: string, password: string, detail?: string]>([
  ['ana@correo.example', 'pASSWORD123', COMMON],
  ['ana@correo.example', '¡qWERTY123!', COMMON],
  ['camila.rojas@correo.example', 'camila.rojas@Correo.example1', OWN],
  ['camila.rojas@correo.example', 'Camila-sol-90', OWN],
  ['ana@andesnorte.example', 'AndesNorte-99', OWN],
  // One word begins another.
  ['andes@andesnorte.example', 'AndesNorte-99', OWN],
  // Each part alone is too short.
  ['jo.se.li@correo.example', 'Joseli-12345', OWN],
  ['ana@correo.example', `${PRODUCT.name}2026`, OWN],
  ['camila@correo.example', `Camila-${PRODUCT.name}-7`, OWN],
  // Such a word is only a part.
  ['ana@correo.example', 'Password1-y-algo-mas'],
  ['bo@correo.example', 'Bosque-nevado-3'],
  ['camila@correo.example', 'Camila-azul-88'],
])(
  'a common or an own password is refused with a sentence, and no other [ACC-8]',
  async (email, password, message) => {
    const refusing = refuseWeak({ passwords }, { email, password, field: 'password' })
    if (message === undefined) await refusing
    else await expect(refusing).rejects.toMatchObject({ code: 'invalid', message })
  },
)

const programOf = (text: string): URL => new URL(`data:text/javascript,${encodeURIComponent(text)}`)

test('a password is compared as often for an unknown account as for any hash', async () => {
  /** Answers that nothing is the same, and for a hash the number of comparisons. */
  const program = programOf(`
    import { parentPort } from 'node:worker_threads'
    let compared = 0
    parentPort.on('message', ({ work }) => {
      if (work === 'compare') compared += 1
      parentPort.postMessage({ result: work === 'hash' ? String(compared) : false })
    })`)
  const typed = ['Clave-123', 'Ñandú-2026'.normalize('NFD'), `Aa1${'ñ'.repeat(40)}`]
  const counts: number[][] = []
  for (const known of [undefined, `$2b$04$${'x'.repeat(53)}`]) {
    const counting = createPasswords({ cost: COST, program })
    const ofKnown: number[] = []
    for (const text of typed) {
      const before = Number(await counting.hash('x'))
      await counting.matches(text, known)
      ofKnown.push(Number(await counting.hash('x')) - before)
    }
    counts.push(ofKnown)
    await counting.stop()
  }
  expect(counts[0]).toEqual(counts[1])
  expect(Math.min(...counts[1]!)).toBeGreaterThan(0)
})

/** Answers with the password; some passwords make it exit or throw. */
const program = programOf(`
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', ({ password }) => {
    if (password === 'exit') process.exit(3)
    if (password === 'throw') throw new Error('out of order')
    parentPort.postMessage({ result: password })
  })`)
const REFUSED = { code: 'unavailable', retryAfterSeconds: 2 }

test('a worker that ends refuses what it worked on, and the waiting work is done', async () => {
  for (const [end, why] of [
    ['exit', 'the worker that hashes passwords ended with 3'],
    ['throw', 'out of order'],
  ] as const) {
    const deaths: string[] = []
    const onDeath = (error: unknown) => void deaths.push((error as Error).message)
    const dying = createPasswords({ program, onDeath })
    onTestFinished(dying.stop)
    const hashAll = (...typed: readonly string[]) =>
      Promise.all(
        typed.map((password) =>
          dying.hash(password).catch(({ code, retryAfterSeconds }) => ({ code, retryAfterSeconds })),
        ),
      )
    expect(await hashAll('a', end, 'b', 'c', 'd')).toEqual(['a', REFUSED, 'b', 'c', 'd'])
    expect(deaths).toEqual([why])
    expect(await hashAll('e', 'f', 'g')).toEqual(['e', 'f', 'g'])
  }
})
