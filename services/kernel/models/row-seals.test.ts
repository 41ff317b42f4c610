import { expect, test } from 'vitest'
import { NAMES } from '../keys/testing/names.ts'
import { createRowSeals } from './row-seals.ts'

const [ANA, BEA] = ['account-ana', 'account-bea']
const WORDS = { name: 'Ana Quintupil', email: 'ana@tests.example' }
const PLACE = { subject: ANA, column: 'accounts.words' }
const NONCE_BYTES = 12

/** @param keys those that exist, each of one byte */
const sealerWith = (keys: Readonly<Record<string, number>>) =>
  createRowSeals(
    {
      withBlocked: async () => ({
        blocked: new Set(),
        keys: new Map(Object.entries(keys).map(([subject, byte]) => [subject, Buffer.alloc(32, byte)])),
      }),
    },
    NAMES,
  ).of([ANA, BEA])

const bytesOf = (sealed: string | null): Buffer => Buffer.from(sealed!.split('.')[1]!, 'base64')

test('text opens with the key that encrypted it, and with no other, also of a person who returns', async () => {
  const sealer = await sealerWith({ [ANA]: 1 })
  const sealed = sealer.seal(PLACE, WORDS)
  expect(sealer.open(PLACE, sealed)).toEqual(WORDS)
  for (const text of [sealed!, bytesOf(sealed).toString('latin1')]) expect(text).not.toContain('"Ana')
  expect((await sealerWith({ [ANA]: 2 })).open(PLACE, sealed)).toBeUndefined()
  // Without a key nothing is stored, and nothing is opened.
  const keyless = await sealerWith({})
  expect([keyless.seal(PLACE, WORDS), keyless.open(PLACE, sealed), keyless.open(PLACE, null)]).toEqual([
    null,
    undefined,
    undefined,
  ])
})

test('the same text is encrypted alike in two builds, and no two texts or columns have one nonce', async () => {
  const [one, other] = [await sealerWith({ [ANA]: 1, [BEA]: 1 }), await sealerWith({ [ANA]: 1 })]
  expect(one.seal(PLACE, WORDS)).toBe(other.seal(PLACE, WORDS))
  const nonces = [
    one.seal(PLACE, WORDS),
    one.seal(PLACE, { ...WORDS, name: 'Ana Quintupal' }),
    one.seal({ ...PLACE, column: 'profiles.details' }, WORDS),
    one.seal({ ...PLACE, subject: BEA }, WORDS),
  ].map((sealed) => bytesOf(sealed).subarray(0, NONCE_BYTES).toString('hex'))
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
