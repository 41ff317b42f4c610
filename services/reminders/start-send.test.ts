import { beforeEach, describe, expect, test } from 'vitest'
import { StoreError } from '@app/contracts/event-store.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { readStream } from '../kernel/codec.ts'
import { append, envelop, type Events } from '../kernel/commands.ts'
import { newId } from '../kernel/log/ids.ts'
import { createMemoryLog } from '../kernel/log/testing/memory-store.ts'
import { openMemoryEvents, withLog } from '../kernel/testing/memory-events.ts'
import { loadSubscription, settleSend, startSend, type DueMail, sendReminder } from './send-reminder.ts'
import type { CreatedProfile } from '../profiles/profile.ts'
import type { SubscribedCycle } from './subscription-state.ts'

const now = (): Date => new Date('2026-11-20T12:00:00.000Z')
const MAIL: DueMail = { subscriptionId: 'ana', cycle: 1, reminder: 'first' }
const STREAM = subscriptionStream(MAIL.subscriptionId)
const MESSAGE_ID = '<id@tarjeta.example>'
const PROFILE = '0190b5a0-7c1e-7d3a-8f00-000000000002'

let store: Events
beforeEach(async () => {
  store = await openMemoryEvents(createMemoryLog(), { now, newId })
  const data = { profileId: PROFILE, email: 'ana@empresa.example', consent: 'c' }
  const cause = {
    actor: { kind: 'visitor', id: 'v' },
    occurredAt: now().toISOString(),
    correlationId: 'c',
  } as const
  await append(store, STREAM, 'noStream', [envelop({ type: 'ReminderSubscribed', data }, newId(), cause)])
})
const worker = (own: Events = store) => ({ store: own, now, newId, messageIdOf: () => MESSAGE_ID })
const typesIn = async () => (await readStream(store, STREAM)).map(({ type }) => type)

describe('of workers that decided at the same revision', () => {
  test('one may send, though all derive the same event [MAIL-2]', async () => {
    const loaded = await loadSubscription(store, MAIL)
    const mays = await Promise.all(Array.from({ length: 8 }, () => startSend(worker(), MAIL, loaded)))
    expect(mays.filter(Boolean)).toHaveLength(1)
    expect(await typesIn()).toEqual(['ReminderSubscribed', 'ReminderSendStarted'])
  })

  test('none may send once the subscription has changed', async () => {
    const loaded = await loadSubscription(store, MAIL)
    await startSend(worker(), MAIL, loaded)
    await settleSend(worker(), MAIL, { kind: 'failed', reason: 'SMTP 450' }, loaded.state as SubscribedCycle)
    expect(await startSend(worker(), MAIL, loaded)).toBe(false)
  })
})

describe('an append whose reply is lost', () => {
  /** Writes, and reports an unknown outcome. */
  const ambiguous = (writes: boolean): Events => {
    let isFirst = true
    return withLog(store, {
      append: async (...asked) => {
        if (!isFirst) return store.log.append(...asked)
        isFirst = false
        if (writes) await store.log.append(...asked)
        throw new StoreError('Timeout', 'no reply', { ambiguous: true })
      },
    })
  }

  test.each([true, false])('lets its own worker send, written or not: %s', async (writes) => {
    const loaded = await loadSubscription(store, MAIL)
    expect(await startSend(worker(ambiguous(writes)), MAIL, loaded)).toBe(true)
    expect(await typesIn()).toHaveLength(2)
  })

  test('lets nobody send if another worker’s is there', async () => {
    const loaded = await loadSubscription(store, MAIL)
    const slow = startSend(worker(ambiguous(false)), MAIL, loaded)
    const other = startSend(worker(), MAIL, loaded)
    expect([await slow, await other].filter(Boolean)).toHaveLength(1)
    expect(await typesIn()).toHaveLength(2)
  })
})

test('a mail that cannot be composed is in no doubt: the log has no intent of it', async () => {
  const unwritable = new Error('the pictures cannot be read')
  const due = { ...MAIL, profileId: PROFILE, dueMs: now().getTime() }
  const deps = {
    ...worker(),
    write: () => Promise.reject(unwritable),
    mailer: { deliver: () => Promise.reject(new Error('nothing was written')) },
    pace: async () => undefined,
    keysOf: async () => new Map(),
  }
  const { state, expected } = await loadSubscription(store, MAIL)
  const plan = {
    state: state as SubscribedCycle,
    email: 'ana@empresa.example',
    profile: {} as CreatedProfile,
  }
  const sending = sendReminder(deps, { due, expected }, plan, new AbortController().signal)
  await expect(sending).rejects.toBe(unwritable)
  expect(await typesIn()).toEqual(['ReminderSubscribed'])
})
