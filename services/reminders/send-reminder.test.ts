import { expect, test } from 'vitest'
import { subscriptionStream } from '@app/contracts/reminders/events.ts'
import type { CreatedProfile } from '../profiles/profile.ts'
import type { SubscribedCycle } from './subscription-state.ts'
import { readStream } from '../kernel/codec.ts'
import { append, envelop } from '../kernel/commands.ts'
import { newId } from '../kernel/log/ids.ts'
import { createMemoryLog } from '../kernel/log/testing/memory-store.ts'
import { openMemoryEvents } from '../kernel/testing/memory-events.ts'
import { loadSubscription, sendReminder, type Due } from './send-reminder.ts'

const now = (): Date => new Date('2026-11-20T12:00:00.000Z')
const PROFILE = '0190b5a0-7c1e-7d3a-8f00-000000000002'
const DUE: Due = {
  subscriptionId: 'ana',
  profileId: PROFILE,
  cycle: 1,
  reminder: 'first',
  dueMs: now().getTime(),
}

test('a mail that cannot be composed is in no doubt: the log has no intent of it', async () => {
  const store = await openMemoryEvents(createMemoryLog(), { now, newId })
  const [stream, email] = [subscriptionStream(DUE.subscriptionId), 'ana@empresa.example']
  const cause = {
    actor: { kind: 'visitor', id: 'v' },
    occurredAt: now().toISOString(),
    correlationId: 'c',
  } as const
  const subscribed = {
    type: 'ReminderSubscribed',
    data: { profileId: PROFILE, email, consent: 'c' },
  } as const
  await append(store, stream, 'noStream', [envelop(subscribed, newId(), cause)])
  const unwritable = new Error('the pictures cannot be read')
  const deps = {
    store,
    now,
    newId,
    messageIdOf: () => '<id@tarjeta.example>',
    write: () => Promise.reject(unwritable),
    mailer: { deliver: () => Promise.reject(new Error('nothing was written')), takeBack: undefined },
    pace: async () => undefined,
    keysOf: async (subjects: readonly string[]) =>
      new Map(subjects.map((subject) => [subject, Buffer.from('key')])),
    onTrouble: () => undefined,
  }
  const loaded = await loadSubscription(store, DUE)
  const mail = { loaded, state: loaded.state as SubscribedCycle, email, profile: {} as CreatedProfile }
  const { signal } = new AbortController()
  const sending = sendReminder(deps, DUE, mail, { signal, assertHeld: async () => undefined })
  await expect(sending).rejects.toBe(unwritable)
  expect((await readStream(store, stream)).map(({ type }) => type)).toEqual(['ReminderSubscribed'])
})
