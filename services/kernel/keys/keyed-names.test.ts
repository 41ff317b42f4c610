import { expect, test } from 'vitest'
import { normalCode } from '@app/contracts/fields/activation-code.ts'
import { STREAM_NAME } from '@app/contracts/event-store.ts'
import { activationCodeStream } from '@app/contracts/codes/events.ts'
import { SLUG } from '@app/contracts/profiles/events.ts'
import { slugStream } from '@app/contracts/profiles/slug-events.ts'
import { NAMES } from './testing/names.ts'

const CODE = 'ABCD-EFGH-JKMN'
const WORDS = ['ana', 'ana-rivas', 'x'.repeat(100), CODE]

test('a word always has the same name, so that claims in logs are found', () => {
  expect(NAMES.slug('ana-rivas')).toBe('keyed_6ba02c7f56efdc2506f453c8ac910720')
  expect(NAMES.activationCode(CODE)).toBe('keyed_6a207c829d358eab7598b24880d8dc68')
})

test('names have one length, contain nothing of the word, and fit streams', () => {
  for (const word of WORDS)
    for (const name of [NAMES.slug(word), NAMES.activationCode(word)]) {
      expect(name).toMatch(/^keyed_[0-9a-f]{32}$/)
      expect(slugStream(name)).toMatch(STREAM_NAME)
      expect(activationCodeStream(name)).toMatch(STREAM_NAME)
    }
})

test('a name can be neither a slug nor a printed code', () => {
  expect(NAMES.slug('ana')).not.toMatch(SLUG)
  expect(normalCode(NAMES.activationCode(CODE))).toBeUndefined()
})

test('a search word always has the same hash, another in each list', () => {
  expect(NAMES.searchWord('accounts', 'ana')).toBe(1_229_998_639_550_660)
  expect(NAMES.searchWord('quotations', 'ana')).not.toBe(1_229_998_639_550_660)
})
