import { randomBytes } from 'node:crypto'
import type { JsonObject } from '@app/contracts/event-store.ts'
import type { SealedVisitor, SealedWords } from '@app/projections/visitors/queries.ts'
import { sealFields } from '@app/vault/sealed-fields.ts'
import { expect, test } from 'vitest'
import { namedVisitors } from './named-visitors.ts'

const EVENT_ID = '0190b5a0-7c1e-7d3a-8f00-00000000000a'
const key = Buffer.alloc(32, 1)
const otherKey = Buffer.alloc(32, 2)
/** What a visitor said in one event, as the read model has it: sealed with a key of their own. */
const sealed = (said: JsonObject, keyRef = 'ana', own = key): SealedWords => ({
  eventId: EVENT_ID,
  keyRef,
  fields: sealFields(said, Object.keys(said), { key: own, eventId: EVENT_ID, random: randomBytes }),
})
const visitor = (...said: readonly SealedWords[]): SealedVisitor => ({
  visitorId: 'v',
  said,
  clicks: 0,
  downloaded: false,
})
const keys = new Map([
  ['ana', key],
  ['luis', key],
])
const ana = { fullName: 'Ana Paz', phone: '+56912345678', description: 'Feria' }
const namesOf = (...said: readonly JsonObject[]) =>
  Object.keys(
    namedVisitors(
      said.map((one) => visitor(sealed(one))),
      keys,
    ),
  )

test('a visitor is shown by name, with what they said and did', () => {
  expect(namedVisitors([{ ...visitor(sealed(ana)), clicks: 3, downloaded: true }], keys)).toEqual({
    'Ana Paz': { phone: '+56912345678', description: 'Feria', clicks: 3, vcf_downloaded: true },
  })
})

test('a visitor who left a name alone is shown without the rest', () => {
  expect(namedVisitors([visitor(sealed({ visitorName: 'Eva' }))], keys)).toEqual({
    Eva: { phone: '', description: '', clicks: 0, vcf_downloaded: false },
  })
})

test('visitors of one name are told apart by a suffix, and none is lost', () => {
  expect(namesOf(ana, ana, ana)).toEqual(['Ana Paz', 'Ana Paz (2)', 'Ana Paz (3)'])
})

test('a suffix never falls on a name that somebody bears', () => {
  expect(namesOf({ fullName: 'Ana' }, { fullName: 'Ana (2)' }, { fullName: 'Ana' })).toEqual([
    'Ana',
    'Ana (2)',
    'Ana (3)',
  ])
  expect(namesOf({ fullName: 'Ana' }, { fullName: 'Ana' }, { fullName: 'Ana (2)' })).toHaveLength(3)
})

test('a visitor whose key was destroyed is not in the list, and the others are', () => {
  const gone = visitor(sealed(ana, 'gone'))
  const left = namedVisitors([gone, visitor(sealed({ fullName: 'Luis' }, 'luis'))], keys)
  expect(Object.keys(left)).toEqual(['Luis'])
})

test('the form says more than a name that came with a click, and stands before it', () => {
  const both = visitor(sealed(ana), sealed({ visitorName: 'Anita' }))
  expect(Object.keys(namedVisitors([both], keys))).toEqual(['Ana Paz'])
})

test('who was forgotten and came back with a name alone is known by that name alone', () => {
  const back = visitor(sealed(ana, 'ana', otherKey), sealed({ visitorName: 'Anita' }))
  expect(namedVisitors([back], keys)).toEqual({
    Anita: { phone: '', description: '', clicks: 0, vcf_downloaded: false },
  })
})

test('names that mean something to JavaScript are names like others', () => {
  const said = [{ fullName: '__proto__' }, { fullName: 'constructor' }]
  const visitors = namedVisitors(
    said.map((one) => visitor(sealed(one))),
    keys,
  )
  expect(Object.keys(visitors)).toEqual(['__proto__', 'constructor'])
  expect(Object.getPrototypeOf(visitors)).toBe(Object.prototype)
})
