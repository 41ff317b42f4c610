import type { JsonObject } from '@app/contracts/event-store.ts'
import { expect, test } from 'vitest'
import type { IdentifiedVisitor } from '@app/projections/visitors/queries.ts'
import { namedVisitors } from './named-visitors.ts'

const NAMED_AT = '2026-03-02T12:00:00.000Z'

const visitor = (...texts: readonly JsonObject[]): IdentifiedVisitor => ({
  texts,
  isBlocked: false,
  clicks: 0,
  downloaded: false,
  namedAtMs: Date.parse(NAMED_AT),
})
const ana = { fullName: 'Ana Paz', phone: '+56912345678', description: 'Feria' }
const namesOf = (...said: readonly JsonObject[]) =>
  Object.keys(namedVisitors(said.map((one) => visitor(one))))

test('a visitor is shown by name, with their data and acts', () => {
  expect(namedVisitors([{ ...visitor(ana), clicks: 3, downloaded: true }])).toEqual({
    'Ana Paz': {
      phone: '+56912345678',
      description: 'Feria',
      clicks: 3,
      vcf_downloaded: true,
      named_at: NAMED_AT,
    },
  })
})

test('a visitor who left a name alone is shown without the rest', () => {
  expect(namedVisitors([visitor({ visitorName: 'Eva' })])).toEqual({
    Eva: { phone: '', description: '', clicks: 0, vcf_downloaded: false, named_at: NAMED_AT },
  })
})

test('visitors of one name are distinguished by a suffix, and none is lost', () => {
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

test('a visitor whose texts cannot be decrypted is not in the list, and the others are', () => {
  expect(Object.keys(namedVisitors([visitor({}), visitor({ fullName: 'Luis' })]))).toEqual(['Luis'])
})

test('the form has more fields than a name sent with a click, and overrides it', () => {
  expect(Object.keys(namedVisitors([visitor(ana, { visitorName: 'Anita' })]))).toEqual(['Ana Paz'])
})

test('a visitor who returns after an erasure with only a name is shown with only that name', () => {
  expect(namedVisitors([visitor({}, { visitorName: 'Anita' })])).toEqual({
    Anita: {
      phone: '',
      description: '',
      clicks: 0,
      vcf_downloaded: false,
      named_at: NAMED_AT,
    },
  })
})

test('names that mean something to JavaScript are names like others', () => {
  const said = [{ fullName: '__proto__' }, { fullName: 'constructor' }]
  const visitors = namedVisitors(said.map((one) => visitor(one)))
  expect(Object.keys(visitors)).toEqual(['__proto__', 'constructor'])
  expect(Object.getPrototypeOf(visitors)).toBeNull()
})
