import { z } from 'zod'
import { mailboxSubject } from '@app/contracts/events/rights-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { mailOfLines, type Recipient } from '@app/mail/mail-layout.ts'
import type { Mail } from '@app/mail/mail-message.ts'
import type { WrittenMail } from '@app/mail/mailer.ts'
import type { ClaimedMail, MailQueue } from '@app/vault/mails/mail-queue.ts'
import type { RightsLinks } from '@app/vault/mails/rights-links.ts'

export interface RightsLetterDeps {
  readonly links: Pick<RightsLinks, 'make'>
  readonly queue: Pick<MailQueue, 'hasRoom'>
  readonly now: () => Date
  readonly publicUrl: string
}

const kept = z.object({ email: z.string() })
const PREFIX = mailboxSubject('')

/** The link is made just before the mail is sent, so that it has not expired while the mail server was down. */
export const createRightsLetters =
  ({ links, queue, now, publicUrl }: RightsLetterDeps) =>
  async (waiting: ClaimedMail): Promise<WrittenMail | undefined> => {
    // Erased since it was requested.
    if (waiting.contents === undefined || !(await queue.hasRoom(waiting))) return undefined
    const { email } = kept.parse(JSON.parse(waiting.contents))
    const { token } = await links.make({ mailboxId: waiting.subject.slice(PREFIX.length), email })
    // After #, which browsers send to no server and in no referrer.
    const link = `${publicUrl}/mis-datos#${token}`
    return { id: waiting.id, date: now(), mail: rightsMail({ to: email, link, publicUrl }) }
  }

const SUBJECT = `Tus datos en ${PRODUCT.name}`
const ASKED = 'Pediste ver los datos que guardamos con este correo.'
const ONCE = 'El enlace sirve una vez, en la pestaña en que lo abras primero.'
const BUTTON = 'Ver mis datos'
const NOT_YOU = 'Si no fuiste tú, ignora este correo: nadie más tiene el enlace.'

export function rightsMail({ link, ...recipient }: Recipient & { readonly link: string }): Mail {
  const expiry = `El enlace vence en ${LIMITS.rightsLinkMinutes} minutos.`
  return mailOfLines(recipient, {
    subject: SUBJECT,
    preheader: expiry,
    lines: [ASKED],
    button: { text: BUTTON, link },
    notes: [expiry, ONCE, NOT_YOU],
  })
}
