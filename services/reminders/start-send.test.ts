import { beforeEach, describe, expect, test } from 'vitest'
import { StoreError } from '@app/contracts/event-store.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { readStream } from '../kernel/codec.ts'
import { append, envelop, load, type Events } from '../kernel/commands.ts'
import { newId } from '../kernel/log/ids.ts'
import { createMemoryLog } from '../kernel/log/testing/memory-store.ts'
import { openMemoryEvents, withLog } from '../kernel/testing/memory-events.ts'
import { settleSend, startSend, sendReminder, type Due } from './send-reminder.ts'
import type { CreatedProfile } from '../profiles/profile.ts'
import { subscription, type SubscribedCycle } from './subscription.ts'

const now = (): Date => new Date('2026-11-20T12:00:00.000Z')
const STREAM = subscriptionStream('ana')
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
async function dueNow(): Promise<Due> {
  const { state, expected } = await load(store, subscription, STREAM)
  const mail = { subscriptionId: 'ana', reminder: 'first', dueMs: now().getTime() } as const
  return { ...mail, state: state as SubscribedCycle, expected }
}
const typesIn = async () => (await readStream(store, STREAM)).map(({ type }) => type)

describe('of workers that decided at the same revision', () => {
  test('one may send, though all begin at once [MAIL-2]', async () => {
    const due = await dueNow()
    const mays = await Promise.all(Array.from({ length: 8 }, () => startSend(worker(), due)))
    expect(mays.filter(Boolean)).toHaveLength(1)
    expect(await typesIn()).toEqual(['ReminderSubscribed', 'ReminderSendStarted'])
  })

  test('none may send once the subscription has changed', async () => {
    const due = await dueNow()
    await startSend(worker(), due)
    await settleSend(worker(), due, { kind: 'failed', reason: 'SMTP 450' })
    expect(await startSend(worker(), due)).toBe(false)
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
    const due = await dueNow()
    expect(await startSend(worker(ambiguous(writes)), due)).toBe(true)
    expect(await typesIn()).toHaveLength(2)
  })

  test('lets nobody send if another worker’s is there', async () => {
    const due = await dueNow()
    const slow = startSend(worker(ambiguous(false)), due)
    const other = startSend(worker(), due)
    expect([await slow, await other].filter(Boolean)).toHaveLength(1)
    expect(await typesIn()).toHaveLength(2)
  })
})

test('a mail that cannot be composed is in no doubt: the log has no intent of it', async () => {
  const unwritable = new Error('the pictures cannot be read')
  const deps = {
    ...worker(),
    write: () => Promise.reject(unwritable),
    mailer: { deliver: () => Promise.reject(new Error('nothing was written')) },
    pace: async () => undefined,
    keysOf: async () => new Map(),
  }
  const plan = { email: 'ana@empresa.example', profile: {} as CreatedProfile }
  const sending = sendReminder(deps, await dueNow(), plan, new AbortController().signal)
  await expect(sending).rejects.toBe(unwritable)
  expect(await typesIn()).toEqual(['ReminderSubscribed'])
})
