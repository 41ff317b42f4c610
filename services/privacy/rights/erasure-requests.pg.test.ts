import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '@app/contracts/event-store.ts'
import { mailboxSubject } from '@app/contracts/privacy/requests.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { visitorSubject } from '@app/contracts/taps.ts'
import { append, causeBy, envelop } from '../../kernel/commands.ts'
import { eraseVisitor } from '../erasures/erase-visitor.ts'
import { shred } from '../erasures/shred.ts'
import { useErasingSide } from '../testing/erasing-side.ts'
import { suppressMailbox } from '../../reminders/report-bounce.ts'
import { erasureRequestReaction } from './request-commands.ts'

const profileId = '0199a000-0000-7000-8000-00000000bbbb'

const side = useErasingSide()
let visitorId = ''
let before = 0
beforeEach(async () => {
  visitorId = side.deps.newId()
  await side.identify({ profileId, visitorId, fullName: 'Rosa' })
  before = (await side.events('RequestReceived', 'RequestAnswered')).length
})

const subject = () => visitorSubject(profileId, visitorId)
const byBrowser = (): Actor => ({ kind: 'visitor', id: visitorId })

/** As a process that reads the whole log, as often as it likes. */
async function react(): Promise<void> {
  for (const event of await side.events('SubjectErased', 'AccountErasureRequested', 'RemindersSuppressed'))
    await erasureRequestReaction.react(side.deps, event)
}
const recorded = async () =>
  (await side.events('RequestReceived', 'RequestAnswered')).slice(before).map(({ type, data }) => ({
    type,
    channel: data.channel,
    about: data.about,
    outcome: data.outcome,
  }))
const requestOf = (channel: string, about: string) => [
  { type: 'RequestReceived', channel, about, outcome: undefined },
  { type: 'RequestAnswered', channel: undefined, about: undefined, outcome: 'done' },
]

test('what a browser erased is one request with its answer, however often the log is read [PRIV-17]', async () => {
  await eraseVisitor(side.deps, { profileId, visitorId }, byBrowser())
  for (let times = 1; times <= 2; times += 1) await react()
  expect(await recorded()).toEqual(requestOf('browser', subject()))
})

test('who refuses all mails by the link of one leaves one request, and on the page of a mailbox none more [PRIV-17]', async () => {
  const [subscriptionId, mailboxId, other] = [side.deps.newId(), side.deps.newId(), side.deps.newId()]
  const data = { profileId, email: 'rosa@correo.example', consent: 'reminder-1' }
  await side.write(subscriptionStream(subscriptionId), { type: 'ReminderSubscribed', data })
  await suppressMailbox(side.deps, mailboxId, { kind: 'visitor', id: subscriptionId })
  await suppressMailbox(side.deps, other, { kind: 'visitor', id: other })
  for (let times = 1; times <= 2; times += 1) await react()
  expect(await recorded()).toEqual(requestOf('mailbox', mailboxSubject(mailboxId)))
})

test('an erasure that an owner, a period or another visitor caused is no request', async () => {
  for (const actor of [
    { kind: 'owner', id: visitorId },
    { kind: 'system', id: 'retention' },
    { kind: 'visitor', id: profileId },
  ] as const) {
    await side.identify({ profileId, visitorId, fullName: 'Rosa' })
    await shred(side.deps, subject(), actor)
  }
  await react()
  expect(await recorded()).toEqual([])
})

test('an owner who deletes their account leaves one request', async () => {
  const account = `account-${visitorId}`
  const cause = causeBy(side.deps, { kind: 'owner', id: visitorId })
  const requested = envelop({ type: 'AccountErasureRequested', data: {} }, side.deps.newId(), cause)
  await append(side.own.store, account, 'noStream', [requested])
  for (let times = 1; times <= 2; times += 1) await react()
  expect(await recorded()).toEqual(requestOf('account', account))
})
