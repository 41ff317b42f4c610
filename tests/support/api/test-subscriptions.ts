import { expect } from 'vitest'
import type { StoredEvent } from '@app/contracts/event-store.ts'
import { subscriptionStream, suppressionStream } from '@app/contracts/reminders.ts'
import { readStream } from '@app/services/kernel/codec.ts'
import { createReminderTokens, type ReminderTokens } from '@app/services/kernel/keys/reminder-tokens.ts'
import { createSubscriptionIds } from '@app/services/kernel/keys/keyed-ids.ts'
import type { TestApi } from './test-api.ts'
import type { CallInit } from './test-client.ts'

/** Subscribes like visitors, and reads the events from the log. */
export function subscriptionsOf(api: TestApi) {
  const ids = createSubscriptionIds(api.idKeys)
  const tokens: ReminderTokens = createReminderTokens(api.idKeys)
  const ask = (body: unknown, init: CallInit = {}) => api.post('/api/reminders/subscribe', body, init)
  const eventsOf = (profileId: string, email: string): Promise<readonly StoredEvent[]> =>
    readStream(api.store, subscriptionStream(ids.subscription(profileId, email)))
  return {
    ids,
    tokens,
    ask,
    eventsOf,
    typesOf: async (profileId: string, email: string): Promise<readonly string[]> =>
      (await eventsOf(profileId, email)).map(({ type }) => type),
    suppressions: async (email: string): Promise<number> =>
      (await readStream(api.store, suppressionStream(ids.suppression(email)))).length,
    /** Begins a cycle, by default the first. */
    subscribed: async (profileId: string, email: string, cycle = 1) => {
      expect((await ask({ email, profile_id: profileId })).status).toBe(200)
      return { subscriptionId: ids.subscription(profileId, email), cycle }
    },
  }
}
export type TestSubscriptions = ReturnType<typeof subscriptionsOf>
