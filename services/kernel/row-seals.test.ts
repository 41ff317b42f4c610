import { expect, test } from 'vitest'
import { createRowSeals } from './row-seals.ts'
import { NAMES } from './keys/testing/names.ts'

const [ANA, BEA] = ['account-ana', 'account-bea']
const WORDS = { name: 'Ana Quintupil', email: 'ana@tests.example' }
const PLACE = { subject: ANA, column: 'accounts.words' }
const NONCE_BYTES = 12

/** The keys that exist; equal ones for everybody unless said otherwise. */
const sealerWith = (keys: Readonly<Record<string, number>>) =>
  createRowSeals(
    {
      withBlocked: async (subjects) => ({
        blocked: new Set(),
        keys: new Map(
          subjects.flatMap((subject) => {
            const byte = keys[subject]
            return byte === undefined ? [] : [[subject, Buffer.alloc(32, byte)] as const]
          }),
        ),
      }),
    },
    NAMES,
  ).of([ANA, BEA])

const bytesOf = (sealed: string | null): Buffer => Buffer.from(sealed!.split('.')[1]!, 'base64')
const nonceOf = (sealed: string | null): string => bytesOf(sealed).subarray(0, NONCE_BYTES).toString('hex')

test('text opens with the key that sealed it, and cannot be read without', async () => {
  const sealer = await sealerWith({ [ANA]: 1 })
  const sealed = sealer.seal(PLACE, WORDS)
  expect(sealer.open(PLACE, sealed)).toEqual(WORDS)
  for (const text of [sealed!, bytesOf(sealed).toString('latin1')]) expect(text).not.toContain('"Ana')
})

test('without a key nothing is stored, and nothing is opened', async () => {
  const sealed = (await sealerWith({ [ANA]: 1 })).seal(PLACE, WORDS)
  const sealer = await sealerWith({})
  expect(sealer.seal(PLACE, WORDS)).toBeNull()
  expect(sealer.open(PLACE, sealed)).toBeUndefined()
  expect(sealer.open(PLACE, null)).toBeUndefined()
})

test('a person who returns after an erasure has a new key: older text cannot be decrypted', async () => {
  const sealed = (await sealerWith({ [ANA]: 1 })).seal(PLACE, WORDS)
  expect((await sealerWith({ [ANA]: 2 })).open(PLACE, sealed)).toBeUndefined()
})

test('the same text is sealed alike, so that two builds of a read model are equal', async () => {
  const [one, other] = [await sealerWith({ [ANA]: 1 }), await sealerWith({ [ANA]: 1 })]
  expect(one.seal(PLACE, WORDS)).toBe(other.seal(PLACE, WORDS))
})

test('no two texts of one key have one nonce, nor one text in two columns', async () => {
  const sealer = await sealerWith({ [ANA]: 1, [BEA]: 1 })
  const nonces = [
    sealer.seal(PLACE, WORDS),
    sealer.seal(PLACE, { ...WORDS, name: 'Ana Quintupal' }),
    sealer.seal({ ...PLACE, column: 'profiles.details' }, WORDS),
    sealer.seal({ ...PLACE, subject: BEA }, WORDS),
  ].map(nonceOf)
  expect(new Set(nonces).size).toBe(nonces.length)
})

test('text that was moved does not open, and the error names the row and no text', async () => {
  const sealer = await sealerWith({ [ANA]: 1, [BEA]: 1 })
  const sealed = sealer.seal(PLACE, WORDS)
  for (const [place, row] of [
    [{ ...PLACE, subject: BEA }, 'accounts.words/account-bea'],
    [{ ...PLACE, column: 'profiles.details' }, 'profiles.details/account-ana'],
  ] as const) {
    const message = `row:${row} does not open with its subject's key`
    expect(() => sealer.open(place, sealed)).toThrow(expect.objectContaining({ code: 'Corrupt', message }))
  }
})
