import { beforeAll, describe, expect, test } from 'vitest'
import { mailboxSubject, type RequestKind } from '@app/contracts/privacy/requests.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { StoredEvent } from '@app/contracts/event-store.ts'
import { newId } from '../../kernel/log/ids.ts'
import { readStream } from '../../kernel/codec.ts'
import type { Events } from '../../kernel/commands.ts'
import { createSubscriptionIds } from '../../kernel/keys/keyed-ids.ts'
import type { Subjects } from '../../kernel/keys/subjects.ts'
import { quotationRequested, uuid } from '../../../tests/support/api/test-log.ts'
import { dyingAfter } from '../../kernel/testing/dying-store.ts'
import { finishMailboxRequest, mailboxRequestReaction } from './finish-mailbox-request.ts'
import { KEPT_AT_ONCE_MAX } from './stored-subjects.ts'
import { handleRequest } from './request-commands.ts'
import type { ErasingOwn } from '../erasures/shred.ts'
import { useErasingSide } from '../testing/erasing-side.ts'

const side = useErasingSide()
const pauses: number[] = []
let deps: ErasingOwn
beforeAll(() => {
  deps = { ...side.deps, pause: async (ms) => void pauses.push(ms), eraseOwn: async () => true }
})

/** As another process that reads the log. */
const react = (received: StoredEvent, by = deps) =>
  mailboxRequestReaction(by).react({ ...deps, names: side.names }, received)

const CONSENT = 'subscribe-2026-11-21'
/** @returns its subject */
async function quotationBy(email: string): Promise<string> {
  const quotation = `quotation-${newId()}`
  await side.write(quotation, quotationRequested({ email }))
  return quotation
}
type Proof = 'mailbox' | 'staff'
let people = 0
/** Somebody with a quotation and a running reminder. */
async function somebody() {
  people += 1
  const email = `persona-${people}@correo.example`
  const ids = createSubscriptionIds(side.idKeys)
  const profileId = uuid(0xe000)
  const quotation = await quotationBy(email)
  const subscription = subscriptionStream(ids.subscription(profileId, email))
  await side.write(subscription, {
    type: 'ReminderSubscribed',
    data: { profileId, email, consent: CONSENT },
  })
  const mailboxId = ids.address(email)
  const actor = { kind: 'visitor', id: mailboxId } as const
  const requestId = newId()
  return {
    mailboxId,
    quotation,
    subscription,
    actor,
    requestId,
    receive: async (kind: RequestKind, about = mailboxSubject(mailboxId), proof: Proof = 'mailbox') => {
      const channel = proof === 'staff' ? 'command' : 'mailbox'
      const request = { kind, channel, proof, about, mailboxId } as const
      await handleRequest(deps, requestId, { type: 'Receive', request }, actor)
      return (await readStream(deps.store, `request-${requestId}`))[0]!
    },
    finishOn: (store: Events) => finishMailboxRequest({ ...deps, store }, requestId, actor),
    types: async (stream: string) => (await readStream(deps.store, stream)).map(({ type }) => type),
    keys: async () => (await deps.keys.forReading([quotation, subscription])).size,
  }
}
type Somebody = Awaited<ReturnType<typeof somebody>>

const ANSWERED = ['RequestReceived', 'RequestAnswered']
const isDoneOf = {
  erasure: async (ana: Somebody) => (await ana.keys()) === 0,
  objection: async (ana: Somebody) =>
    (await ana.types(`suppression-${ana.mailboxId}`)).length === 1 &&
    (await ana.types(ana.subscription)).at(-1) === 'ReminderCancelled',
  blocking: async (ana: Somebody) => (await ana.types(`blocking-${ana.quotation}`)).length === 1,
} as const

describe.each(['erasure', 'objection', 'blocking'] as const)('a request for %s', (kind) => {
  test('whose process died is finished by the reaction, with one answer [PRIV-16]', async () => {
    for (let appends = 0; ; appends += 1) {
      const ana = await somebody()
      const received = await ana.receive(kind, kind === 'blocking' ? ana.quotation : undefined)
      const isDone = await ana.finishOn(dyingAfter(appends, deps.store)).then(
        () => true,
        () => false,
      )
      if (!isDone) expect(await ana.types(`request-${ana.requestId}`)).toEqual(['RequestReceived'])
      await react(received)
      expect(await isDoneOf[kind](ana)).toBe(true)
      expect(await ana.types(`request-${ana.requestId}`)).toEqual(ANSWERED)
      if (isDone) break
    }
  })
})

test('an erasure whose process died before it removed the copies of mails removes them [PRIV-3]', async () => {
  const ana = await somebody()
  const received = await ana.receive('erasure', ana.quotation)
  const removals: string[] = []
  const dying = { ...deps, removeMails: () => Promise.reject(new Error('died')) }
  await expect(finishMailboxRequest(dying, ana.requestId, ana.actor)).rejects.toThrow('died')
  const next = { ...deps, removeMails: async () => removals.push('all') }
  await react(received, next)
  expect(removals).toHaveLength(1)
})

test('an erasure reaches what was there below any number of things that came later [PRIV-16]', async () => {
  const ana = await somebody()
  await ana.receive('erasure')
  const since = new Date(side.clock.now().getTime() + 1_000)
  const later = Array.from({ length: KEPT_AT_ONCE_MAX }, (_, nth) => ({
    subject: `quotation-${uuid(nth)}`,
    since,
    lastAt: since,
  }))
  const ofMailbox: Subjects['ofMailbox'] = async (mailbox, limit, until) => {
    const newer = until === undefined || since <= until ? later : []
    return [...newer, ...(await deps.subjects.ofMailbox(mailbox, limit, until))].slice(0, limit)
  }
  const subjects = { ...deps.subjects, ofMailbox }
  await finishMailboxRequest({ ...deps, subjects }, ana.requestId, ana.actor)
  expect(await ana.keys()).toBe(0)
})

test('a block that is finished once its subject was erased blocks nobody, and gives it no key', async () => {
  const ana = await somebody()
  const received = await ana.receive('blocking', ana.quotation)
  const erasing = newId()
  const request = {
    kind: 'erasure',
    channel: 'mailbox',
    proof: 'mailbox',
    about: ana.quotation,
    mailboxId: ana.mailboxId,
  } as const
  await handleRequest(deps, erasing, { type: 'Receive', request }, ana.actor)
  await finishMailboxRequest(deps, erasing, ana.actor)
  await react(received)
  expect(await ana.types(`blocking-${ana.quotation}`)).toEqual([])
  expect(await ana.types(`request-${ana.requestId}`)).toEqual(ANSWERED)
  expect((await deps.keys.forReading([ana.quotation])).size).toBe(0)
})

test('an objection that is finished late ends nothing that was asked for after it', async () => {
  const ana = await somebody()
  await ana.receive('objection')
  const begun = ana.subscription
  side.clock.advance(1_000)
  const data = { profileId: uuid(0xe000), email: `persona-${people}@correo.example`, consent: CONSENT }
  await side.write(
    begun,
    { type: 'ReminderCancelled', data: { by: 'subscriber' } },
    { type: 'ReminderSubscribed', data },
  )
  await ana.finishOn(deps.store)
  expect((await ana.types(begun)).at(-1)).toBe('ReminderSubscribed')
})

test('of several tries to finish one request, one answers; the reaction waits for the process that got the call', async () => {
  const ana = await somebody()
  const received = await ana.receive('erasure')
  await Promise.all(Array.from({ length: 5 }, () => ana.finishOn(deps.store)))
  expect(await ana.types(`request-${ana.requestId}`)).toEqual(ANSWERED)
  pauses.length = 0
  await react(received)
  expect(pauses).toEqual([])
  const objection = await (await somebody()).receive('objection')
  side.clock.advance(5_000)
  await react(objection)
  expect(pauses).toEqual([20_000])
})

test('a correction of before is left to an administrator', async () => {
  const ana = await somebody()
  await react(await ana.receive('correction', ana.quotation))
  expect(await ana.types(`request-${ana.requestId}`)).toEqual(['RequestReceived'])
})

test('what was left after the request stays', async () => {
  const ana = await somebody()
  await ana.receive('erasure')
  side.clock.advance(1_000)
  const later = await quotationBy(`persona-${people}@correo.example`)
  await ana.finishOn(deps.store)
  expect([await ana.keys(), (await deps.keys.forReading([later])).size]).toEqual([0, 1])
})

test('an account that cannot be erased yet leaves its request open for the reaction, also that of a command', async () => {
  const ana = await somebody()
  const account = `account-${newId()}`
  const email = `persona-${people}@correo.example`
  await side.write(account, { type: 'AccountRegistered', data: { name: 'Ana', email } })
  const received = await ana.receive('erasure', undefined, 'staff')
  const busy = { ...deps, eraseOwn: () => Promise.reject(new Refusal('unavailable')) }
  await expect(finishMailboxRequest(busy, ana.requestId, ana.actor)).rejects.toThrow(Refusal)
  expect(await ana.types(`request-${ana.requestId}`)).toEqual(['RequestReceived'])
  await react(received)
  expect(await ana.types(`request-${ana.requestId}`)).toEqual(ANSWERED)
})
