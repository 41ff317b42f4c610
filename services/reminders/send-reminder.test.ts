import { expect, test } from 'vitest'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import type { CreatedProfile } from '@app/domain/profile.ts'
import type { SubscribedCycle } from '@app/domain/subscription-state.ts'
import { readStream } from '@app/kernel/codec.ts'
import { append, envelop } from '@app/kernel/commands.ts'
import { newId } from '@app/event-store/ids.ts'
import { createMemoryLog } from '@app/event-store/testing/memory-store.ts'
import { openMemoryEvents } from '@app/kernel/testing/memory-events.ts'
import type { Due } from './due-page.ts'
import { createReminderSending, loadSubscription } from './send-reminder.ts'

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
  const sending = createReminderSending({
    store,
    now,
    newId,
    messageIdOf: () => '<id@tarjeta.example>',
    write: () => Promise.reject(unwritable),
    deliver: () => Promise.reject(new Error('nothing was written')),
    handOver: (work) => work(),
    keysOf: async (subjects) => new Map(subjects.map((subject) => [subject, Buffer.from('key')])),
    surely: (work) => work(),
  })
  const loaded = await loadSubscription(store, DUE)
  const mail = { loaded, state: loaded.state as SubscribedCycle, email, profile: {} as CreatedProfile }
  await expect(sending.send(DUE, mail, new AbortController().signal)).rejects.toBe(unwritable)
  expect((await readStream(store, stream)).map(({ type }) => type)).toEqual(['ReminderSubscribed'])
})
