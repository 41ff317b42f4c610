import { describe, expect, test } from 'vitest'
import type { PastEventOf } from '@app/contracts/events/catalogue.ts'
import type { Reminder } from '@app/contracts/events/subscription-events.ts'
import { nextReminder } from './subscription-state.ts'
import { subscription, type SendOutcome, type SubscriptionCommand } from './subscription.ts'
import { given, stateAfter } from './testing/specification.ts'

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
/** Fixtures happen in the first minute after noon. */
const settle = (outcome: SendOutcome, at = '2026-11-20T12:01:00.000Z', cycle = 1): SubscriptionCommand => ({
  type: 'SettleSend',
  cycle,
  ...mailOf('first'),
  outcome,
  at,
})
const report = (status: string, cycle = 1): SubscriptionCommand => ({ type: 'ReportBounce', cycle, status })
const on = given(subscription)

describe('subscribing', () => {
  test('begins a cycle', () => on().when(subscribe).then(subscribed))

  test('again while a reminder is still to come changes nothing', () => {
    on(subscribed).when(subscribe).thenNothing()
    on(subscribed, started('first'), sent('first')).when(subscribe).thenNothing()
  })

  test.each([
    ['cancelled', [cancelled]],
    ['bounced', [bounced('5.1.1')]],
    ['converted', [{ type: 'ReminderConverted', data: { how: 'said' } }]],
    ['through', [started('first'), sent('first'), started('second'), sent('second')]],
  ] as const)('begins the next cycle when the one before is %s', (_how, end) => {
    on(subscribed, ...end)
      .when(subscribe)
      .then(subscribed)
    expect(stateAfter(subscription, [subscribed, ...end, subscribed])).toMatchObject({
      status: 'active',
      cycle: 2,
      reminders: { first: { status: 'pending' }, second: { status: 'pending' } },
    })
  })
})

describe('sending', () => {
  test('is begun by one worker only', () => {
    on(subscribed).when(start('first')).then(started('first'))
    on(subscribed, started('first')).when(start('first')).thenNothing()
  })

  test('takes the second reminder only after the first one', () => {
    on(subscribed).when(start('second')).thenNothing()
    on(subscribed, started('first'), sent('first')).when(start('second')).then(started('second'))
    on(subscribed, skipped('first', 'late')).when(start('second')).then(started('second'))
    on(subscribed, started('first'), sent('first')).when(start('first')).thenNothing()
  })

  test('stops with the cycle, and begins again with the next', () => {
    on(subscribed, cancelled).when(start('first')).thenNothing()
    on(subscribed, cancelled, subscribed).when(start('first', 1)).thenNothing()
    on(subscribed, cancelled, subscribed).when(start('first', 2)).then(started('first'))
    on().when(start('first')).thenNothing()
  })

  test('is settled once, also after it was cancelled meanwhile', () => {
    on(subscribed, started('first'))
      .when(settle({ kind: 'sent' }))
      .then(sent('first'))
    on(subscribed, started('first'), cancelled)
      .when(settle({ kind: 'sent' }))
      .then(sent('first'))
    on(subscribed, started('first'), sent('first'))
      .when(settle({ kind: 'sent' }))
      .thenNothing()
    on(subscribed)
      .when(settle({ kind: 'sent' }))
      .thenNothing()
  })

  test('with an unknown outcome is never begun again [MAIL-3]', () => {
    const doubt = { type: 'ReminderSendUncertain', data: { ...mailOf('first'), reason: 'no reply' } } as const
    on(subscribed, started('first'))
      .when(settle({ kind: 'uncertain', reason: 'no reply' }))
      .then(doubt)
    on(subscribed, started('first'), doubt).when(start('first')).thenNothing()
    expect(nextReminder(stateAfter(subscription, [subscribed, started('first'), doubt]))).toBe('second')
  })

  test('that failed for now is begun again', () => {
    const outcome = { kind: 'failed', reason: '4.2.1' } as const
    on(subscribed, started('first')).when(settle(outcome)).then(failed('4.2.1'))
    on(subscribed, started('first'), failed('4.2.1')).when(start('first')).then(started('first'))
  })

  test('that fails for 48 hours is skipped, and the second reminder is still to come', () => {
    const failing = [subscribed, started('first'), failed('4.2.1'), started('first')] as const
    const outcome = { kind: 'failed', reason: '4.2.1' } as const
    on(...failing)
      .when(settle(outcome, '2026-11-22T12:00:01.999Z'))
      .then(failed('4.2.1'))
    on(...failing)
      .when(settle(outcome, '2026-11-22T12:00:02.000Z'))
      .then(failed('4.2.1'), skipped('first', 'undeliverable'))
    expect(nextReminder(stateAfter(subscription, [...failing, skipped('first', 'undeliverable')]))).toBe(
      'second',
    )
  })

  test.each(['5.1.1', '5.1.6', undefined])('that is refused with %s bounces at once', (status) => {
    const said = status ?? '5.0.0'
    on(subscribed, started('first'))
      .when(settle({ kind: 'refused', status }))
      .then(failed(said, true), bounced(said))
  })

  test('that is refused for another reason bounces at the third time', () => {
    const refused = settle({ kind: 'refused', status: '5.7.1' })
    const once = [started('first'), failed('5.7.1', true)] as const
    on(subscribed, started('first')).when(refused).then(failed('5.7.1', true))
    on(subscribed, ...once, started('first'))
      .when(refused)
      .then(failed('5.7.1', true))
    on(subscribed, ...once, ...once, started('first'))
      .when(refused)
      .then(failed('5.7.1', true), bounced('5.7.1'))
  })

  test('of a late one is skipped while it has not begun', () => {
    const skip: SubscriptionCommand = { type: 'Skip', cycle: 1, reminder: 'first', reason: 'late' }
    on(subscribed).when(skip).then(skipped('first', 'late'))
    on(subscribed, started('first')).when(skip).thenNothing()
    on(subscribed, cancelled).when(skip).thenNothing()
  })
})

describe('the end of a cycle', () => {
  test('comes with a conversion, once', () => {
    const converted = { type: 'ReminderConverted', data: { how: 'contact', eventId: PROFILE } } as const
    const convert: SubscriptionCommand = { type: 'Convert', how: 'contact', eventId: PROFILE }
    on(subscribed).when(convert).then(converted)
    on(subscribed, converted).when(convert).thenNothing()
    on().when(convert).thenNothing()
  })

  test('comes with a conversion also after both were sent', () =>
    on(subscribed, sent('first'), sent('second'))
      .when({ type: 'Convert', how: 'said', cycle: 1 })
      .then({ type: 'ReminderConverted', data: { how: 'said' } }))

  test('comes with a cancellation, once, and not by the link of an earlier cycle', () => {
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

  test.each(['5.1.1', '5.1.2', '5.1.10'])('comes with a report of %s', (status) =>
    on(subscribed, sent('first')).when(report(status)).then(reported(status), bounced(status)),
  )

  test.each(['4.2.2', '5.2.2', '5.7.1'])('comes with the third report of %s', (status) => {
    on(subscribed, sent('first')).when(report(status)).then(reported(status))
    on(subscribed, reported(status)).when(report(status)).then(reported(status))
    on(subscribed, reported(status), reported(status))
      .when(report(status))
      .then(reported(status), bounced(status))
  })

  test('does not come with a report of success, of another cycle, or in no known form', () => {
    on(subscribed).when(report('2.1.5')).thenNothing()
    on(subscribed).when(report('unknown')).thenNothing()
    on(subscribed, cancelled, subscribed).when(report('5.1.1', 1)).thenNothing()
  })
})
