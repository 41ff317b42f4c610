import { expect, test } from 'vitest'
import { DEFAULT_THEME, NO_DETAILS } from '@app/contracts/profiles.ts'
import { testTable } from '../../tests/support/every.ts'
import type { CreatedProfile } from '../profiles/profile.ts'
import { nextSendingMs, planFor, reminderDueMs, type Plan, type PlanFacts } from './plan.ts'
import { doneAt } from './subscribe-routes.ts'
import { createPace } from '../platform/concurrency/concurrency-limiter.ts'
import { pauseBeforeRetry } from './remind.ts'
import type { ReminderState, SubscribedCycle } from './subscription.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
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
const FACTS: PlanFacts = {
  reminder: 'first',
  dueMs: DUE_MS,
  state,
  profile,
  isOwnerActive: true,
  isBlocked: false,
  isSuppressed: false,
  times: { first: { days: 7, ...HOURS }, second: { days: 14, ...HOURS } },
  nowMs: DUE_MS,
}
const first = (change: Partial<ReminderState>): SubscribedCycle => ({
  ...state,
  reminders: { first: { ...PENDING, ...change }, second: PENDING },
})
const of = (status: 'unknown' | 'deleted') => ({ status, ownerId: '' }) as never
const late = (ms: number, facts: Partial<PlanFacts> = {}) => ({ ...facts, nowMs: DUE_MS + ms })
const AFTER_DAYS = 3 * DAY_MS + 1
/** Three days later, within the hours of mailing. */
const IN_TIME = 3 * DAY_MS - 3 * HOUR_MS
const NEXT_DAYS = { first: { days: 7, ...HOURS }, second: { days: 8, ...HOURS } }

testTable<readonly [facts: Partial<PlanFacts>, plan: Partial<Plan>]>([
  [{}, { kind: 'send', email: 'ana@empresa.example', profile }],
  // A dead worker began to send it.
  [{ state: first({ status: 'started' }), isSuppressed: true }, { kind: 'doubt' }],
  [{ state: { ...state, email: undefined } }, { kind: 'cancel', by: 'erasure' }],
  [{ isSuppressed: true }, { kind: 'cancel', by: 'subscriber' }],
  [{ profile: of('unknown') }, { kind: 'cancel', by: 'profile' }],
  [{ profile: of('deleted') }, { kind: 'cancel', by: 'profile' }],
  [{ isBlocked: true }, { kind: 'skip', reason: 'blocked' }],
])('a due reminder is sent, unless its streams say otherwise', (facts, plan) =>
  expect(planFor({ ...FACTS, ...facts })).toMatchObject(plan),
)

testTable<readonly [facts: Partial<PlanFacts>, plan: Partial<Plan>]>([
  [late(10 * MINUTE_MS), { kind: 'send' }],
  [late(11 * MINUTE_MS), { kind: 'wait', ms: 13 * HOUR_MS - 11 * MINUTE_MS }],
  [late(IN_TIME), { kind: 'send' }],
  [late(AFTER_DAYS), { kind: 'skip', reason: 'late' }],
  [late(IN_TIME, { state: first({ failures: 9 }) }), { kind: 'send' }],
  [late(AFTER_DAYS, { state: first({ failures: 9 }) }), { kind: 'skip', reason: 'undeliverable' }],
  // The second one is due as well.
  [late(15 * HOUR_MS, { times: NEXT_DAYS }), { kind: 'send' }],
  [late(DAY_MS, { times: NEXT_DAYS }), { kind: 'skip', reason: 'late' }],
  ...[{ profile: { ...profile, isActive: false } }, { isOwnerActive: false }].flatMap((facts) => [
    [facts, { kind: 'wait' }] as const,
    [late(AFTER_DAYS, facts), { kind: 'skip', reason: 'inactive' }] as const,
  ]),
])(
  'a late reminder waits for its hour, is sent within three days, and skipped after that [MAIL-5]',
  (facts, plan) => expect(planFor({ ...FACTS, ...facts })).toMatchObject(plan),
)

test('tries are further and further apart, at most four hours', () =>
  expect([1, 2, 3, 7, 8, 9, 100].map((failures) => pauseBeforeRetry(failures) / MINUTE_MS)).toEqual([
    1, 2, 4, 64, 128, 240, 240,
  ]))

test('no caller waits for a slot after the abort', async () => {
  const end = new AbortController()
  const pace = createPace(0.000_1, () => 0)
  await pace(end.signal)
  const waiting = pace(end.signal)
  end.abort()
  await waiting
})

const WEEK = { days: 7, fromHour: 9, toHour: 20 }
const ALL_DAY = { days: 7, fromHour: 0, toHour: 24 }

testTable<[subscribed: string, due: string, time?: typeof WEEK]>([
  ['2026-11-02T15:30:20.500-03:00', '2026-11-09T18:30:20.500Z'],
  // Clocks go forward in between, or back.
  ['2026-08-31T10:15:00-04:00', '2026-09-07T13:15:00.000Z'],
  ['2026-04-01T10:15:00-03:00', '2026-04-08T14:15:00.000Z'],
  ['2026-11-02T03:00:00-03:00', '2026-11-09T12:00:00.000Z'],
  ['2026-11-02T20:00:01-03:00', '2026-11-09T23:00:00.000Z'],
  ['2026-11-02T23:59:59-03:00', '2026-11-09T23:00:00.000Z'],
  ['2026-11-03T00:00:00-03:00', '2026-11-10T12:00:00.000Z'],
  // A day whose midnight does not exist.
  ['2026-08-30T00:30:00-04:00', '2026-09-06T12:00:00.000Z'],
  ['2026-08-30T00:30:00-04:00', '2026-09-06T04:30:00.000Z', ALL_DAY],
])(
  'a reminder is due a week later at the same local time, moved into the hours of mailing [MAIL-1]',
  (subscribed, due, time = WEEK) =>
    expect(new Date(reminderDueMs(Date.parse(subscribed), time)).toISOString()).toBe(due),
)

testTable([
  ['2026-11-02T08:59:59-03:00', '2026-11-02T12:00:00.000Z'],
  ['2026-11-02T09:00:00-03:00', '2026-11-02T12:00:00.000Z'],
  ['2026-11-02T19:59:59-03:00', '2026-11-02T22:59:59.000Z'],
  ['2026-11-02T20:00:00-03:00', '2026-11-03T12:00:00.000Z'],
  ['2026-09-05T23:00:00-04:00', '2026-09-06T12:00:00.000Z'],
])('a late mail is sent within the hours of mailing, else in the next morning', (now, sent) =>
  expect(new Date(nextSendingMs(Date.parse(now), WEEK)).toISOString()).toBe(sent),
)

test('the answer to a wish for a reminder names the day of its mail, in Santiago', () => {
  const first = { days: 7, fromHour: 9, toHour: 20 }
  const said = 'Listo. Te escribiremos en 7 días. Será el viernes 4 de diciembre.'
  expect(doneAt(Date.parse('2026-11-27T15:00:00Z'), first)).toBe(said)
  expect(doneAt(Date.parse('2026-11-28T02:59:00Z'), first)).toBe(said)
  expect(doneAt(Date.parse('2026-11-28T03:00:00Z'), { ...first, days: 1 })).toBe(
    'Listo. Te escribiremos en 1 día. Será el domingo 29 de noviembre.',
  )
})
