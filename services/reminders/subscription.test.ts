import { expect, test } from 'vitest'
import type { PastEvent, PastEventOf } from '@app/contracts/events/catalogue.ts'
import type { Reminder } from '@app/contracts/reminders/events.ts'
import { testTable } from '../../tests/support/every.ts'
import { nextReminder } from './subscription-state.ts'
import { subscription, type SendOutcome, type SubscriptionCommand, suppression } from './subscription.ts'
import { given, stateAfter } from '../kernel/testing/specification.ts'

const PROFILE = '0190b5a0-7c1e-7d3a-8f00-000000000002'
const wish = { profileId: PROFILE, email: 'ana@empresa.example', consent: 'subscribe-2026-11' }
const subscribed = { type: 'ReminderSubscribed', data: wish } as const
const mailOf = (reminder: Reminder) => ({ reminder, messageId: `${reminder}@tarjeta.example` })
const started = (reminder: Reminder) => ({ type: 'ReminderSendStarted', data: mailOf(reminder) }) as const
const sent = (reminder: Reminder) => ({ type: 'ReminderSent', data: mailOf(reminder) }) as const
const skipped = (reminder: Reminder, reason: string) =>
  ({ type: 'ReminderSkipped', data: { reminder, reason } }) as const
const failed = (
  reason: string,
  isPermanent = false,
): { type: 'ReminderSendFailed'; data: PastEventOf<'ReminderSendFailed'>['data'] } => ({
  type: 'ReminderSendFailed',
  data: { ...mailOf('first'), reason, isPermanent },
})
const bounced = (status: string) => ({ type: 'ReminderBounced', data: { status } }) as const
const reported = (status: string) => ({ type: 'ReminderBounceReported', data: { status } }) as const
const cancelled = { type: 'ReminderCancelled', data: { by: 'subscriber' } } as const

const subscribe: SubscriptionCommand = { type: 'Subscribe', wish }
const start = (reminder: Reminder, cycle = 1): SubscriptionCommand => ({
  type: 'StartSend',
  cycle,
  ...mailOf(reminder),
})
const settle = (outcome: SendOutcome, cycle = 1): SubscriptionCommand => ({
  type: 'SettleSend',
  cycle,
  ...mailOf('first'),
  outcome,
})
const report = (status: string, isGone = false, cycle = 1): SubscriptionCommand => ({
  type: 'ReportBounce',
  cycle,
  status,
  isGone,
})
const on = given(subscription)

test('subscribing begins a cycle, and changes nothing while a reminder is still to come', () => {
  on().when(subscribe).then(subscribed)
  on(subscribed).when(subscribe).thenNothing()
  on(subscribed, started('first'), sent('first')).when(subscribe).thenNothing()
})

testTable<readonly PastEvent[]>([
  [cancelled],
  [bounced('5.1.1')],
  [{ type: 'ReminderConverted', data: { how: 'said' } }],
  [started('first'), sent('first'), started('second'), sent('second')],
])('subscribing begins the next cycle when the one before has ended', (...end) => {
  on(subscribed, ...end)
    .when(subscribe)
    .then(subscribed)
  expect(stateAfter(subscription, [subscribed, ...end, subscribed])).toMatchObject({
    status: 'active',
    cycle: 2,
    reminders: { first: { status: 'pending' }, second: { status: 'pending' } },
  })
})

test('sending is begun once, the second reminder only after the first one', () => {
  on(subscribed).when(start('first')).then(started('first'))
  on(subscribed, started('first')).when(start('first')).thenNothing()
  on(subscribed).when(start('second')).thenNothing()
  for (const first of [[started('first'), sent('first')], [skipped('first', 'late')]]) {
    on(subscribed, ...first)
      .when(start('second'))
      .then(started('second'))
    on(subscribed, ...first)
      .when(start('first'))
      .thenNothing()
  }
})

test('sending stops with the cycle, and begins again with the next', () => {
  on(subscribed, cancelled).when(start('first')).thenNothing()
  on(subscribed, cancelled, subscribed).when(start('first', 1)).thenNothing()
  on(subscribed, cancelled, subscribed).when(start('first', 2)).then(started('first'))
  on().when(start('first')).thenNothing()
})

test('sending is settled once, also after it was cancelled meanwhile', () => {
  const settled = settle({ kind: 'sent' })
  for (const end of [[], [cancelled]])
    on(subscribed, started('first'), ...end)
      .when(settled)
      .then(sent('first'))
  on(subscribed, started('first'), sent('first')).when(settled).thenNothing()
  on(subscribed).when(settled).thenNothing()
})

test('sending with an unknown outcome is never begun again [MAIL-3]', () => {
  const doubt = { type: 'ReminderSendUncertain', data: { ...mailOf('first'), reason: 'no reply' } } as const
  on(subscribed, started('first'))
    .when(settle({ kind: 'uncertain', reason: 'no reply' }))
    .then(doubt)
  on(subscribed, started('first'), doubt).when(start('first')).thenNothing()
  expect(nextReminder(stateAfter(subscription, [subscribed, started('first'), doubt]))).toBe('second')
})

test('sending that failed is begun again, however often [MAIL-5]', () => {
  const outcome = { kind: 'failed', reason: 'SMTP 550 5.7.1' } as const
  const once = [started('first'), failed('SMTP 550 5.7.1')] as const
  const often = [subscribed, ...once, ...once, ...once] as const
  on(...often, started('first'))
    .when(settle(outcome))
    .then(failed('SMTP 550 5.7.1'))
  on(...often)
    .when(start('first'))
    .then(started('first'))
})

test('sending to a mailbox that does not exist bounces at once [MAIL-5]', () => {
  for (const status of ['5.1.1', undefined]) {
    const said = status ?? '5.0.0'
    on(subscribed, started('first'))
      .when(settle({ kind: 'refused', status }))
      .then(failed(said, true), bounced(said))
  }
})

test('sending of a late one is skipped while it has not begun', () => {
  const skip: SubscriptionCommand = { type: 'Skip', cycle: 1, reminder: 'first', reason: 'late' }
  on(subscribed).when(skip).then(skipped('first', 'late'))
  on(subscribed, started('first')).when(skip).thenNothing()
  on(subscribed, cancelled).when(skip).thenNothing()
})

test('the end of a cycle comes with a conversion, once', () => {
  const converted = { type: 'ReminderConverted', data: { how: 'contact', eventId: PROFILE } } as const
  const convert: SubscriptionCommand = { type: 'Convert', how: 'contact', eventId: PROFILE }
  on(subscribed).when(convert).then(converted)
  on(subscribed, converted).when(convert).thenNothing()
  on().when(convert).thenNothing()
})

test('the end of a cycle comes with a cancellation, once, and not by the link of an earlier cycle', () => {
  const cancel = (cycle?: number): SubscriptionCommand => ({
    type: 'Cancel',
    by: 'subscriber',
    ...(cycle === undefined ? {} : { cycle }),
  })
  on(subscribed).when(cancel(1)).then(cancelled)
  on(subscribed, cancelled).when(cancel(1)).thenNothing()
  on(subscribed, cancelled, subscribed).when(cancel(1)).thenNothing()
  on(subscribed, cancelled, subscribed).when(cancel()).then(cancelled)
})

test('the end of a cycle comes with a report that the mailbox does not exist [MAIL-5]', () => {
  const others = [reported('5.7.1'), reported('5.7.1'), reported('4.2.2')] as const
  for (const before of [[], others])
    on(subscribed, sent('first'), ...before)
      .when(report('5.1.1', true))
      .then(reported('5.1.1'), bounced('5.1.1'))
})

test('the end of a cycle does not come with other reports, of which three are recorded [MAIL-5]', () => {
  on(subscribed, sent('first')).when(report('5.7.1')).then(reported('5.7.1'))
  on(subscribed, reported('5.7.1'), reported('5.2.2')).when(report('4.4.7')).then(reported('4.4.7'))
  on(subscribed, reported('5.7.1'), reported('5.2.2'), reported('4.4.7')).when(report('5.7.1')).thenNothing()
})

test('the end of a cycle does not come with a report of success, of another cycle, or in no known form', () => {
  on(subscribed).when(report('2.1.5')).thenNothing()
  on(subscribed).when(report('unknown')).thenNothing()
  on(subscribed, cancelled, subscribed)
    .when(report('5.1.1', true, 1))
    .thenNothing()
})

const suppressed = { type: 'RemindersSuppressed', data: {} } as const
const allowed = { type: 'RemindersAllowed', data: {} } as const

test('a mailbox that wants no reminders is recorded once', () => {
  given(suppression)().when({ type: 'SuppressReminders' }).then(suppressed)
  given(suppression)(suppressed).when({ type: 'SuppressReminders' }).thenNothing()
})

test('a confirmation ends its suppression, once', () => {
  given(suppression)(suppressed).when({ type: 'AllowReminders', cycle: 1 }).then(allowed)
  given(suppression)(suppressed, allowed).when({ type: 'AllowReminders', cycle: 1 }).thenNothing()
  given(suppression)().when({ type: 'AllowReminders', cycle: 0 }).thenNothing()
})

test('a link from before does not end a second suppression', () => {
  given(suppression)(suppressed, allowed).when({ type: 'SuppressReminders' }).then(suppressed)
  given(suppression)(suppressed, allowed, suppressed).when({ type: 'AllowReminders', cycle: 1 }).thenNothing()
  given(suppression)(suppressed, allowed, suppressed).when({ type: 'AllowReminders', cycle: 2 }).then(allowed)
})
