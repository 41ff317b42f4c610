import { createMailerBy, type Mailer } from '@app/mail/mailer.ts'
import type { Mail, MailTransport } from '@app/mail/mail-message.ts'

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
