import type { LiveFact, LiveMessage } from '@app/contracts/analytics.ts'
import { expect, test } from 'vitest'
import { antonia } from '../../../testing/fixtures.ts'
import { beginsAsBand, doneOf, firstStepsOf } from './first-steps.ts'
import { worksText, tapAge, withFirstTaps } from './use-first-taps.ts'

const NONE = { own: undefined, counted: undefined, isSeen: false }
const fresh = { ...antonia, visits: 0, profile_image: null, phone: '' }
const tap = (excluded: LiveFact['excluded'], more: Partial<LiveFact> = {}): LiveFact => ({
  id: '0199a1b2-0000-4000-8000-000000000001',
  at: '2026-11-20T12:00:00.000Z',
  kind: 'tap',
  network: null,
  source: 'nfc',
  device: 'iphone',
  excluded,
  ...more,
})
const saying = (type: 'opened' | 'moved', ...facts: readonly LiveFact[]): LiveMessage => ({
  type,
  facts: [...facts],
  people: 0,
})

test('somebody else’s tap ticks both, and has a moment only where it is seen to arrive', () => {
  const here = withFirstTaps(withFirstTaps(NONE, saying('opened')), saying('moved', tap(null)))
  expect([here.isSeen, firstStepsOf(fresh, here)]).toEqual([
    true,
    { isFilled: false, isTried: true, isTapped: true },
  ])
  expect(withFirstTaps(NONE, saying('opened', tap(null))).isSeen).toBe(false)
})

test('the first tap of several is the oldest, and robots, clicks and repeats are no taps', () => {
  const [late, early] = [tap(null, { device: 'android' }), tap(null)]
  expect(withFirstTaps(NONE, saying('opened', late, early)).counted).toBe(early)
  expect(withFirstTaps({ ...NONE, counted: early }, saying('moved', late)).counted).toBe(early)
  const others = [tap('robot'), tap('repeat'), tap(null, { kind: 'click' })]
  expect(withFirstTaps(NONE, saying('moved', ...others))).toEqual(NONE)
})

test('a photo and a phone fill a card, and somebody’s visit does the rest', () => {
  const visited = { ...fresh, visits: 1 }
  const filled = { profile_image: 'a', phone: '9 1234 5678' }
  const states = [
    fresh,
    visited,
    { ...fresh, profile_image: 'a' },
    { ...fresh, ...filled },
    { ...visited, ...filled },
  ]
  expect(states.map((one) => doneOf(firstStepsOf(one, NONE)))).toEqual([0, 2, 0, 1, 3])
  expect(states.map(beginsAsBand)).toEqual([false, false, false, false, true])
})

test('the age of a tap is at least a second', () => {
  const ages = [-3_000, 2_400, 59_000, 61_000].map((age) => tapAge(1_000_000, 1_000_000 + age))
  expect(ages).toEqual(['hace 1 s', 'hace 2 s', 'hace 59 s', 'hace 1 min'])
})

test('of what came the card itself is known to work before its code, and the code before its link', () => {
  const by = (source: LiveFact['source']) => tap(null, { source })
  expect(worksText([by('link'), by('nfc')])).toBe('Tu tarjeta responde.')
  expect(worksText([by('link'), by('qr')])).toBe('Tu QR responde.')
  expect(worksText([undefined])).toBe('Tu página responde.')
})
