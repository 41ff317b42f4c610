import { expect, test } from 'vitest'
import type { JsonObject } from '@app/contracts/event-store.ts'
import type { IdentifiedVisitor } from '@app/projections/visitors/queries.ts'
import { percentOf } from '@app/contracts/traffic/shares.ts'
import { namedVisitors } from './named-visitors.ts'
import { testTable } from '../../tests/support/every.ts'

testTable([
  [1, 3, 33.3],
  [2, 3, 66.7],
  [1, 8, 12.5],
  [1, 2_000, 0.1],
  [1, 3_000, 0],
  [7, 7, 100],
  [0, 7, 0],
  [0, 0, 0],
])('a part in percent has one decimal', (part, whole, percent) =>
  expect(percentOf(part, whole)).toBe(percent),
)

const NAMED_AT = '2026-03-02T12:00:00.000Z'

const visitor = (...texts: readonly JsonObject[]): IdentifiedVisitor => ({
  texts,
  isBlocked: false,
  clicks: 0,
  downloaded: false,
  namedAtMs: Date.parse(NAMED_AT),
})
const ana = { fullName: 'Ana Paz', phone: '+56912345678', description: 'Feria' }
const NOTHING = { phone: '', description: '', clicks: 0, vcf_downloaded: false, named_at: NAMED_AT }

test('a visitor is shown by name, with what they left and did', () => {
  expect(namedVisitors([{ ...visitor(ana), clicks: 3, downloaded: true }])).toEqual({
    'Ana Paz': {
      ...NOTHING,
      phone: '+56912345678',
      description: 'Feria',
      clicks: 3,
      vcf_downloaded: true,
    },
  })
})

testTable<readonly [string, readonly (readonly JsonObject[])[], readonly string[]]>([
  ['a name alone', [[{ visitorName: 'Eva' }]], ['Eva']],
  ['one name three times', [[ana], [ana], [ana]], ['Ana Paz', 'Ana Paz (2)', 'Ana Paz (3)']],
  [
    'a suffix that somebody bears',
    [[{ fullName: 'A' }], [{ fullName: 'A (2)' }], [{ fullName: 'A' }]],
    ['A', 'A (2)', 'A (3)'],
  ],
  ['texts that cannot be decrypted', [[{}], [{ fullName: 'Luis' }]], ['Luis']],
  ['a form over a name beside a click', [[ana, { visitorName: 'Anita' }]], ['Ana Paz']],
  ['a return with only a name, after an erasure', [[{}, { visitorName: 'Anita' }]], ['Anita']],
  [
    'names that mean something to JavaScript',
    [[{ fullName: '__proto__' }], [{ fullName: 'constructor' }]],
    ['__proto__', 'constructor'],
  ],
])('visitors are listed by their names, none twice', (_what, said, names) => {
  const visitors = namedVisitors(said.map((texts) => visitor(...texts)))
  expect(Object.keys(visitors)).toEqual(names)
  expect(Object.getPrototypeOf(visitors)).toBeNull()
})
