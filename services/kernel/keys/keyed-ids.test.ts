import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalEmail } from '@app/contracts/fields/email.ts'
import { derivedIdKeys } from './testing/names.ts'
import { createAccountIds, hashedVisitorId, uuidOfHash } from './keyed-ids.ts'

const seed = Number(process.env['TEST_SEED'])
const UUID_V8 = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const masterKey = Buffer.alloc(32, 1)
const idOf = createAccountIds(derivedIdKeys(masterKey))
const digests = fc.uint8Array({ minLength: 16, maxLength: 32 }).map((bytes) => Buffer.from(bytes))

test('any digest makes a UUID of version 8, and is unchanged', () => {
  fc.assert(
    fc.property(digests, (digest) => {
      const before = Buffer.from(digest)
      expect(uuidOfHash(digest)).toMatch(UUID_V8)
      expect(digest.equals(before)).toBe(true)
    }),
    { seed },
  )
})

test('an id keeps 122 bits of its digest', () => {
  const bits = Array.from({ length: 128 }, (_, bit) => {
    const flipped = Buffer.alloc(16)
    flipped.writeUInt8(1 << (bit & 7), bit >> 3)
    return uuidOfHash(flipped)
  })
  const none = uuidOfHash(Buffer.alloc(16))
  expect(bits.filter((id) => id !== none)).toHaveLength(122)
  expect(new Set(bits).size).toBe(123)
})

describe('the account of an e-mail', () => {
  test.each([
    'ANA@X.EXAMPLE',
    '  ana@x.example\n',
    'Ana@x.Example',
    '\u3000ana@x.example',
    'ａｎａ@x.example',
    'ana＠x.example',
  ])('%j is the account of ana@x.example', (typed) => {
    expect(normalEmail(typed)).toBe('ana@x.example')
    expect(idOf(typed)).toBe(idOf('ana@x.example'))
  })

  test.each(['ana@x.exampl', 'anna@x.example', 'ana+1@x.example', 'aná@x.example'])(
    '%j is another',
    (typed) => expect(idOf(typed)).not.toBe(idOf('ana@x.example')),
  )

  test('is the same for composed and decomposed letters, in any case', () => {
    const letters = fc.constantFrom(
      ...'aZñÑéİıßẞſKΣς.@',
      '\u0301',
      '\u0303',
      '\u030c',
      '\u0331',
      'J',
      'T',
      'ﬁ',
    )
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 12 }), (typed) => {
        expect(normalEmail(normalEmail(typed))).toBe(normalEmail(typed))
        expect(normalEmail(typed.normalize('NFD'))).toBe(normalEmail(typed))
      }),
      { seed, numRuns: 2_000, examples: [['J\u030cana@x.example']] },
    )
  })

  test('is the same tomorrow: streams are named after it', () => {
    expect(idOf('ana@x.example')).toBe('bef662ea-12e1-875a-a97e-803a402093d0')
    expect(idOf('ana@x.example', 0)).toBe('bef662ea-12e1-875a-a97e-803a402093d0')
    expect(idOf('ana@x.example', 1)).toBe('e41548f4-e70b-8147-8c76-70dfd0476e42')
  })

  test('is another one in each life of the account, in whatever spelling', () => {
    const ids = [0, 1, 2, 10].map((life) => idOf('ana@x.example', life))
    expect(new Set(ids).size).toBe(4)
    expect([0, 1, 2, 10].map((life) => idOf(' ANA@x.example', life))).toEqual(ids)
  })
})

describe('a visitor without an id of their own', () => {
  const seen = { profileId: 'p1', address: '203.0.113.7', userAgent: 'Mozilla/5.0 (iPhone)' }
  const key = Buffer.alloc(32, 3)

  test('is the same on the same profile, day, address and browser', () => {
    expect(hashedVisitorId(key, seen)).toMatch(UUID_V8)
    expect(hashedVisitorId(key, { ...seen })).toBe(hashedVisitorId(key, seen))
  })

  test.each([
    { ...seen, profileId: 'p2' },
    { ...seen, address: '203.0.113.8' },
    { ...seen, userAgent: 'Mozilla/5.0 (Android)' },
  ])('is another if anything differs: %j', (other) => {
    expect(hashedVisitorId(key, other)).not.toBe(hashedVisitorId(key, seen))
  })

  test('is another under the key of another day', () => {
    expect(hashedVisitorId(Buffer.alloc(32, 4), seen)).not.toBe(hashedVisitorId(key, seen))
  })
})
