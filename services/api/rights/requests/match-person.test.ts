import { describe, expect, test } from 'vitest'
import { matchPeople, type LeftWithCard } from './match-person.ts'
import { testTable } from '../../../../tests/support/every.ts'

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }
const ASKED = { name: 'Camila Soto Fernández', phone: '+56 9 6612 4410', when: NOVEMBER }
const KEPT: LeftWithCard = {
  id: 'visitor-1.1',
  name: 'Camila Soto Fernández',
  phone: '+56 9 6612 4410',
  description: 'Expo Frío',
  at: '2026-11-12T13:24:00.000Z',
}
const matchesOf = (kept: Partial<LeftWithCard>, asked: Partial<typeof ASKED> = {}) =>
  matchPeople({ ...ASKED, ...asked }, [{ ...KEPT, ...kept }], 10)[0]?.matches

describe('a person who left words matches', () => {
  test('by the same name, phone and time', () => {
    expect(matchesOf({})).toEqual({ name: 'same', phone: 'same', when: 'fits' })
  })

  testTable([
    ['camila  soto FERNANDEZ', 'same'],
    ['Camila Soto', 'similar'],
    ['C. Fernández', 'similar'],
    ['Soto', 'similar'],
    ['Ana de la Cruz', 'none'],
    ['Camilo', 'none'],
  ])('by the name', (name, match) => expect(matchesOf({ name })?.name).toBe(match))

  test('not by short words of a name', () => {
    expect(matchesOf({ name: 'Eva de la Paz', phone: '1' }, { name: 'Rosa de la O' })).toBeUndefined()
  })

  testTable([
    ['966124410', 'same'],
    ['(+56 9) 6612-4410', 'same'],
    ['0056966124410', 'same'],
    ['6612 4410', 'none'],
    ['', 'none'],
  ])('by the phone', (phone, match) => expect(matchesOf({ phone })?.phone).toBe(match))

  test('by a phone without digits nobody', () => {
    expect(matchesOf({ name: 'Otra', phone: '-' }, { phone: '-' })).toBeUndefined()
  })

  testTable([
    ['2026-11-01T03:00:00.000Z', 'fits'],
    ['2026-11-01T02:59:59.999Z', 'none'],
    ['2026-12-01T02:59:59.999Z', 'fits'],
    ['2026-12-01T03:00:00.000Z', 'none'],
  ])('by a time that was said, in days of Santiago', (at, match) => {
    expect(matchesOf({ at })?.when).toBe(match)
  })

  test('by no time that was not understood', () => {
    expect(matchPeople({ ...ASKED, when: undefined }, [KEPT], 10)[0]?.matches.when).toBe('none')
  })
})

test('the best match comes first, then the newest, and nobody whose name and phone are others', () => {
  const kept = [
    { ...KEPT, id: 'other', name: 'Pedro', phone: '1' },
    { ...KEPT, id: 'similar', name: 'Camila', phone: '1' },
    { ...KEPT, id: 'newer', name: 'Camila', phone: '1', at: '2026-11-13T13:24:00.000Z' },
    { ...KEPT, id: 'best' },
    { ...KEPT, id: 'phone', name: 'Pedro' },
  ]
  const ids = (max: number) => matchPeople(ASKED, kept, max).map(({ id }) => id)
  expect(ids(10)).toEqual(['best', 'phone', 'newer', 'similar'])
  expect(ids(2)).toEqual(['best', 'phone'])
})
