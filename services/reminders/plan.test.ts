import { describe, expect, test } from 'vitest'
import { DEFAULT_THEME, NO_DETAILS } from '@app/contracts/profiles/events.ts'
import type { CreatedProfile } from '../profiles/profile.ts'
import type { SubscribedCycle } from './subscription-state.ts'
import { planFor, type PlanFacts } from './plan.ts'
import { createPace, pauseBeforeRetry } from './remind.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const HOURS = { fromHour: 9, toHour: 20 }
const DUE_MS = Date.parse('2026-11-09T20:00:00-03:00')
const PENDING = { status: 'pending', failures: 0 } as const
const state: SubscribedCycle = {
  status: 'active',
  cycle: 2,
  profileId: 'p',
  email: 'ana@empresa.example',
  visitorId: undefined,
  subscribedAt: '2026-11-02T23:00:00.000Z',
  reminders: { first: PENDING, second: PENDING },
  bounceReports: 0,
}
const profile: CreatedProfile = {
  status: 'created',
  ownerId: 'juan',
  slug: 'juan',
  formerSlugs: [],
  details: NO_DETAILS,
  theme: DEFAULT_THEME,
  images: {},
  isActive: true,
  revision: 0n,
  createdAt: '',
  updatedAt: '',
}
const planned = (facts: Partial<PlanFacts> = {}) =>
  planFor({
    due: { cycle: 2, reminder: 'first', dueMs: DUE_MS },
    state,
    profile,
    isOwnerActive: true,
    isBlocked: false,
    isSuppressed: false,
    times: { first: { days: 7, ...HOURS }, second: { days: 14, ...HOURS } },
    nowMs: DUE_MS,
    ...facts,
  })

describe('a due reminder', () => {
  test('is sent', () => expect(planned()).toMatchObject({ kind: 'send', email: state.email, profile }))

  test.each([
    ['is of an earlier cycle', { ...state, cycle: 3 }],
    ['has ended', { ...state, status: 'cancelled' as const }],
    [
      'was sent',
      { ...state, reminders: { first: { ...PENDING, status: 'sent' as const }, second: PENDING } },
    ],
    ['was never written', { status: 'none' as const }],
  ])('needs nothing if it %s', (_how, behind) =>
    expect(planned({ state: behind })).toEqual({ kind: 'nothing' }),
  )

  test('that a dead worker began to send is in doubt, whatever else is known', () => {
    const started = {
      ...state,
      reminders: { first: { ...PENDING, status: 'started' as const }, second: PENDING },
    }
    expect(planned({ state: started, isSuppressed: true })).toMatchObject({ kind: 'doubt' })
  })

  test('of a subscriber without an address is cancelled by the erasure', () =>
    expect(planned({ state: { ...state, email: undefined } })).toEqual({ kind: 'cancel', by: 'erasure' }))

  test('of a mailbox that wants none is cancelled', () =>
    expect(planned({ isSuppressed: true })).toEqual({ kind: 'cancel', by: 'subscriber' }))

  test.each(['unknown', 'deleted'] as const)('of a profile that is %s is cancelled', (status) =>
    expect(planned({ profile: { status, ownerId: '' } as never })).toEqual({ kind: 'cancel', by: 'profile' }),
  )
})

describe('a late reminder', () => {
  test('of 20:00 is sent for ten minutes, then it waits for nine in the morning', () => {
    expect(planned({ nowMs: DUE_MS + 10 * MINUTE_MS })).toMatchObject({ kind: 'send' })
    const nowMs = DUE_MS + 11 * MINUTE_MS
    const morning = Date.parse('2026-11-10T09:00:00-03:00')
    expect(planned({ nowMs })).toEqual({ kind: 'wait', ms: morning - nowMs })
  })

  test('is sent within three days, and skipped after that', () => {
    const nowMs = DUE_MS + 3 * DAY_MS - 3 * 60 * MINUTE_MS
    expect(planned({ nowMs })).toMatchObject({ kind: 'send' })
    expect(planned({ nowMs: DUE_MS + 3 * DAY_MS + 1 })).toEqual({ kind: 'skip', reason: 'late' })
  })

  test('that servers refused for three days is undeliverable [MAIL-5]', () => {
    const failing = { ...state, reminders: { first: { ...PENDING, failures: 9 }, second: PENDING } }
    const nowMs = DUE_MS + 3 * DAY_MS - 3 * 60 * MINUTE_MS
    expect(planned({ state: failing, nowMs })).toMatchObject({ kind: 'send' })
    const skip = { kind: 'skip', reason: 'undeliverable' }
    expect(planned({ state: failing, nowMs: DUE_MS + 3 * DAY_MS + 1 })).toEqual(skip)
  })

  test('is skipped once the second one is due as well', () => {
    const times = { first: { days: 7, ...HOURS }, second: { days: 8, ...HOURS } }
    const nextDayMs = DUE_MS + DAY_MS
    expect(planned({ times, nowMs: nextDayMs - 9 * 60 * MINUTE_MS })).toMatchObject({ kind: 'send' })
    expect(planned({ times, nowMs: nextDayMs })).toEqual({ kind: 'skip', reason: 'late' })
  })

  test.each([
    ['profile', { profile: { ...profile, isActive: false } }],
    ['owner', { isOwnerActive: false }],
  ] as const)('waits for an inactive %s for three days', (_whose, facts) => {
    expect(planned(facts)).toMatchObject({ kind: 'wait' })
    const nowMs = DUE_MS + 3 * DAY_MS + 1
    expect(planned({ ...facts, nowMs })).toEqual({ kind: 'skip', reason: 'inactive' })
  })
})

const after = (failures: number, random = 0): number => pauseBeforeRetry(failures, () => random)

test('tries are further and further apart, at most four hours', () => {
  expect([1, 2, 3, 7, 8, 9, 100].map((failures) => after(failures) / MINUTE_MS)).toEqual([
    1, 2, 4, 64, 128, 240, 240,
  ])
})

test('mails are sent evenly, however many wait', async () => {
  const { signal } = new AbortController()
  let nowMs = 0
  const pace = createPace(1_000, () => nowMs)
  const turns = Promise.all([pace(signal), pace(signal), pace(signal)])
  await turns
  nowMs = 10_000
  await pace(signal)
})

test('no caller waits for a slot after the abort', async () => {
  const end = new AbortController()
  const pace = createPace(0.000_1, () => 0)
  await pace(end.signal)
  const waiting = pace(end.signal)
  end.abort()
  await waiting
})
