import { expect } from 'vitest'
import { createMailerBy, type Mailer, type Mail, type MailTransport } from '@app/services/platform/mail/mailer.ts'
import { eventually } from '../eventually.ts'
import type { TestClient } from './test-client.ts'

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

/** Of the link by which an account gets a new password. */
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
