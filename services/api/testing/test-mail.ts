import { createMailerBy, type Mailer } from '@app/mail/mailer.ts'
import type { Mail } from '@app/mail/letter.ts'

const SENT_AT_ONCE = 4

/** A mailer of which a test sees what was sent, in order. */
export function createTestMailer(): { readonly mails: readonly Mail[]; readonly mailer: Mailer } {
  const mails: Mail[] = []
  const post = { atOnce: SENT_AT_ONCE, bring: async (letter: Mail) => void mails.push(letter) }
  return { mails, mailer: createMailerBy(post, 'hola@tarjeta.example') }
}
