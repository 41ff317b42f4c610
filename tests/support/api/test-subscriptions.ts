import { expect } from 'vitest'
import type { StoredEvent } from '@app/contracts/event-store.ts'
import { subscriptionStream, suppressionStream } from '@app/contracts/reminders.ts'
import { readStream } from '@app/services/kernel/codec.ts'
import { createReminderTokens, type ReminderTokens } from '@app/services/kernel/keys/reminder-tokens.ts'
import { createSubscriptionIds } from '@app/services/kernel/keys/keyed-ids.ts'
import type { TestApi } from './test-api.ts'
import type { CallInit, TestClient } from './test-client.ts'
import {
  createMailerBy,
  type Mailer,
  type Mail,
  type MailTransport,
} from '@app/services/platform/mail/mailer.ts'
import { eventually } from '../eventually.ts'

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

const SENT_AT_ONCE = 4

/** A mailer of which a test sees what was sent, in order. */
export function createTestMailer(): { readonly mails: readonly Mail[]; readonly mailer: Mailer } {
  const mails: Mail[] = []
  const deliver: MailTransport['deliver'] = async (mail) => {
    mails.push(mail)
    return { kind: 'sent' }
  }
  const transport = { atOnce: SENT_AT_ONCE, deliver, close: () => undefined }
  return { mails, mailer: createMailerBy(transport, 'hola@tarjeta.example') }
}

/** The token of the link by which an account gets a new password. */
export async function mailedResetToken(
  { post, mails }: Pick<TestClient, 'post'> & { readonly mails: readonly Mail[] },
  email: string,
): Promise<string> {
  const theirs = () => mails.filter(({ to }) => to === email)
  const before = theirs().length
  expect((await post('/api/auth/forgot-password', { email })).status).toBe(200)
  await eventually(() => expect(theirs()).toHaveLength(before + 1))
  return /\?token=([\w-]+)/.exec(theirs().at(-1)!.text)![1]!
}
