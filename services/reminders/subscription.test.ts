import { expect, test } from 'vitest'
import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import type { Reminder } from '@app/contracts/reminders.ts'
import { decides, stateAfter } from '../kernel/testing/specification.ts'
import { nextReminder, subscription, type SendOutcome, type SubscriptionCommand } from './subscription.ts'
import { suppression } from './suppression.ts'

const PROFILE = '0190b5a0-7c1e-7d3a-8f00-000000000002'
const wish = { profileId: PROFILE, email: 'ana@empresa.example', consent: 'subscribe-2026-11' }
const subscribed = { type: 'ReminderSubscribed', data: wish } as const
const mailOf = (reminder: Reminder) => ({ reminder, messageId: `${reminder}@tarjeta.example` })
const started = (reminder: Reminder) => ({ type: 'ReminderSendStarted', data: mailOf(reminder) }) as const
const sent = (reminder: Reminder) => ({ type: 'ReminderSent', data: mailOf(reminder) }) as const
const late = { type: 'ReminderSkipped', data: { reminder: 'first', reason: 'late' } } as const
const failed = (reason: string, isPermanent = false) =>
  ({ type: 'ReminderSendFailed', data: { ...mailOf('first'), reason, isPermanent } }) as const
const doubt = { type: 'ReminderSendUncertain', data: { ...mailOf('first'), reason: 'no reply' } } as const
const bounced = (status: string) => ({ type: 'ReminderBounced', data: { status } }) as const
const reported = (status: string) => ({ type: 'ReminderBounceReported', data: { status } }) as const
const cancelled = { type: 'ReminderCancelled', data: { by: 'subscriber' } } as const
const converted = { type: 'ReminderConverted', data: { how: 'contact', eventId: PROFILE } } as const

const subscribe: SubscriptionCommand = { type: 'Subscribe', wish }
const start = (reminder: Reminder, cycle = 1): SubscriptionCommand => ({
  type: 'StartSend',
  cycle,
  ...mailOf(reminder),
})
const settle = (outcome: SendOutcome): SubscriptionCommand => ({
  type: 'SettleSend',
  cycle: 1,
  ...mailOf('first'),
  outcome,
})
const report = (status: string, isGone = false): SubscriptionCommand => ({
  type: 'ReportBounce',
  cycle: 1,
  status,
  isGone,
})
const skip: SubscriptionCommand = { type: 'Skip', cycle: 1, reminder: 'first', reason: 'late' }
const convert: SubscriptionCommand = { type: 'Convert', by: { how: 'contact', eventId: PROFILE } }
const cancel = { type: 'Cancel', by: 'subscriber' } as const

const decide = decides(subscription)
const NEXT = [subscribed, cancelled, subscribed] as const
const SENT = [subscribed, started('first'), sent('first')] as const
const ENDS: readonly (readonly PastEvent[])[] = [
  [subscribed, cancelled],
  [subscribed, bounced('5.1.1')],
  [subscribed, converted],
  [...SENT, started('second'), sent('second')],
]

decide('subscribing begins a cycle, and the next one when none is to come any more', [
  [[], subscribe, [subscribed]],
  [[subscribed], subscribe, []],
  [SENT, subscribe, []],
  ...ENDS.map((past) => [past, subscribe, [subscribed]] as const),
])

test('the next cycle begins anew, whatever ended the one before', () => {
  for (const past of ENDS)
    expect(stateAfter(subscription, [...past, subscribed])).toMatchObject({
      status: 'active',
      cycle: 2,
      reminders: { first: { status: 'pending' }, second: { status: 'pending' } },
    })
})

decide('sending is begun once, in the order of the reminders, within its cycle', [
  [[subscribed], start('first'), [started('first')]],
  [[subscribed, started('first')], start('first'), []],
  [[subscribed], start('second'), []],
  ...[SENT, [subscribed, late]].flatMap((past) => [
    [past, start('second'), [started('second')]] as const,
    [past, start('first'), []] as const,
  ]),
  [[subscribed, cancelled], start('first'), []],
  [NEXT, start('first', 1), []],
  [NEXT, start('first', 2), [started('first')]],
  [[], start('first'), []],
  [[subscribed], skip, [late]],
  [[subscribed, started('first')], skip, []],
  [[subscribed, cancelled], skip, []],
])

const REFUSED = 'SMTP 550 5.7.1'
const often = [subscribed, ...Array.from({ length: 3 }, () => [started('first'), failed(REFUSED)]).flat()]

decide(
  'sending is settled once, also after a cancellation, and begun again only after a sure failure [MAIL-3, MAIL-5]',
  [
    [[subscribed, started('first')], settle({ kind: 'sent' }), [sent('first')]],
    [[subscribed, started('first'), cancelled], settle({ kind: 'sent' }), [sent('first')]],
    [SENT, settle({ kind: 'sent' }), []],
    [[subscribed], settle({ kind: 'sent' }), []],
    [[subscribed, started('first')], settle({ kind: 'uncertain', reason: 'no reply' }), [doubt]],
    [[subscribed, started('first'), doubt], start('first'), []],
    [[...often, started('first')], settle({ kind: 'failed', reason: REFUSED }), [failed(REFUSED)]],
    [often, start('first'), [started('first')]],
    ...(['5.1.1', undefined] as const).map((status) => {
      const said = status ?? '5.0.0'
      const events = [failed(said, true), bounced(said)]
      return [[subscribed, started('first')], settle({ kind: 'refused', status }), events] as const
    }),
  ],
)

test('a mail in doubt is followed by the second one', () =>
  expect(nextReminder(stateAfter(subscription, [subscribed, started('first'), doubt]))).toBe('second'))

decide(
  'a cycle ends once: by a conversion, a cancellation of its own link, or a mailbox that does not exist [MAIL-5]',
  [
    [[subscribed], convert, [converted]],
    [[subscribed, converted], convert, []],
    [[], convert, []],
    [[subscribed], { ...cancel, cycle: 1 }, [cancelled]],
    [[subscribed, cancelled], { ...cancel, cycle: 1 }, []],
    [NEXT, { ...cancel, cycle: 1 }, []],
    [NEXT, cancel, [cancelled]],
    [[subscribed, sent('first')], report('5.1.1', true), [reported('5.1.1'), bounced('5.1.1')]],
    [[...SENT, reported('5.7.1')], report('5.1.1', true), [reported('5.1.1'), bounced('5.1.1')]],
    [[subscribed, sent('first')], report('5.7.1'), [reported('5.7.1')]],
    [[...SENT, reported('5.7.1')], report('4.4.7'), []],
    [[subscribed], report('5.7.1'), []],
    [[subscribed], report('2.1.5'), []],
    [[subscribed], report('unknown'), []],
    [NEXT, report('5.1.1', true), []],
  ],
)

const suppressed = { type: 'RemindersSuppressed', data: {} } as const
const allowed = { type: 'RemindersAllowed', data: {} } as const
const SUPPRESS = { type: 'SuppressReminders' } as const
const ALLOW = { type: 'AllowReminders' } as const

decides(suppression)('a mailbox refuses all once, and takes it back once', [
  [[], SUPPRESS, [suppressed]],
  [[suppressed], SUPPRESS, []],
  [[suppressed], ALLOW, [allowed]],
  [[suppressed, allowed], ALLOW, []],
  [[], ALLOW, []],
  [[suppressed, allowed], SUPPRESS, [suppressed]],
])
