import type { WriteLetter } from '../../platform/mail/waiting-mail.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { RIGHTS_LINKS_OF_MAILBOX } from '@app/contracts/limits/rate-limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { counterOf } from '../../reminders/subscribe-routes.ts'
import { keptSubjects } from './kept-subjects.ts'
import { mailOfLines, type Recipient } from '../../platform/mail/mail-layout.ts'
import { mailboxSubject } from '@app/contracts/privacy/rights.ts'
import { textOrEmpty, type JsonObject } from '@app/contracts/event-store.ts'
import type { Ctx } from '../../platform/ctx.ts'

/**
 * Mails a link to everything that is kept of the mailbox, if there is anything. The caller does not learn it. For an
 * unknown mailbox nothing is written, so that strangers cannot fill a table with made-up addresses.
 */
export async function requestRightsLink(
  deps: Pick<Ctx, 'subjects' | 'ids' | 'counters' | 'requestMail' | 'now'>,
  email: string,
): Promise<void> {
  const mailboxId = deps.ids.address(email)
  if ((await keptSubjects(deps, mailboxId)).length === 0) return
  const counter = counterOf('rights links of mailbox', deps.ids.suppression(email))
  const { isTaken, windowEnd } = await deps.counters.take(counter, RIGHTS_LINKS_OF_MAILBOX)
  if (!isTaken) return
  try {
    await deps.requestMail(
      { kind: 'rights-link', subject: mailboxSubject(mailboxId) },
      JSON.stringify({ email }),
    )
  } catch (error) {
    await deps.counters.refund(counter, windowEnd)
    // A full queue must not reveal of whom something is kept.
    if (!(error instanceof Refusal)) throw error
  }
}

const PREFIX = mailboxSubject('')

/** The link is made just before the mail is sent, so that it has not expired while the mail server was down. */
export const createRightsLetters =
  ({ links, now, publicUrl }: Pick<Ctx, 'links' | 'now' | 'publicUrl'>): WriteLetter =>
  async (waiting) => {
    // Erased since it was requested.
    if (waiting.contents === undefined) return undefined
    const email = textOrEmpty((JSON.parse(waiting.contents) as JsonObject).email)
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
