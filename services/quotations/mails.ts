import { PRODUCT } from '@app/contracts/product.ts'
import { cardsText, quotationStream } from '@app/contracts/quotations.ts'
import { quotation } from './quotation.ts'
import { load } from '../kernel/commands.ts'
import { mailOfLines, type Recipient } from '../platform/mail/mail-layout.ts'
import type { Mail } from '../platform/mail/mailer.ts'
import { greetingOf } from '../platform/mail/advertising.ts'
import type { WriteLetter } from '../platform/mail/waiting-mail.ts'
import { QUOTATION_MAILS_OF_MAILBOX, QUOTATION_MAILS_TO_SALES } from '@app/contracts/limits/rate-limits.ts'
import type { Reaction } from '../kernel/reaction.ts'
import { counterOf } from '../platform/http/mailbox-quota.ts'
import type { Ctx } from '../platform/ctx.ts'

interface Asked {
  readonly contactPerson: string
  readonly cards: string
}

/** The words go to an address that somebody typed, so the name is the only one of theirs. */
export function quotationReceivedMail({ contactPerson, cards, ...recipient }: Recipient & Asked): Mail {
  const received = `Recibimos tu solicitud de ${cardsText(cards)} ${PRODUCT.name}.`
  const mail = mailOfLines(recipient, {
    subject: 'Recibimos tu solicitud de cotización',
    preheader: received,
    lines: [
      greetingOf(contactPerson),
      `${received} Te contactaremos en menos de 24 horas.`,
      'Si quieres agregar algo, responde este correo.',
    ],
    notes: ['Si no fuiste tú, ignora este correo.'],
  })
  return { ...mail, replyTo: PRODUCT.salesEmail }
}

/** Without names: a sent mail cannot be erased. */
export const quotationArrivedMail = ({ cards, ...recipient }: Recipient & Pick<Asked, 'cards'>): Mail =>
  mailOfLines(recipient, {
    subject: `Nueva cotización: ${cardsText(cards)}`,
    lines: [
      `Alguien pidió una cotización de ${cardsText(cards)}.`,
      'Espera nuestra respuesta en menos de 24 horas.',
    ],
    button: { text: 'Ver cotizaciones', link: `${recipient.publicUrl}/admin?tab=cotizaciones` },
    notes: ['Quién la pidió está solo en el panel.'],
  })

/** Written when they are sent: nobody is written to who was erased, or whom sales has contacted by then. */
export function createQuotationLetters({ store, publicUrl, now }: Pick<Ctx, 'store' | 'publicUrl' | 'now'>) {
  const letter =
    (write: (request: Asked & { readonly email: string }) => Mail): WriteLetter =>
    async (waiting) => {
      const { state } = await load(store, quotation, waiting.subject)
      if (state.status !== 'pending') return undefined
      const { email, contactPerson = '', estimatedCards: cards } = state.request
      if (email === undefined || cards === undefined) return undefined
      return { id: waiting.id, date: now(), mail: write({ email, contactPerson, cards }) }
    }
  return {
    'quotation-received': letter(({ email: to, contactPerson, cards }) =>
      quotationReceivedMail({ to, contactPerson, cards, publicUrl }),
    ),
    'quotation-arrived': letter(({ cards }) =>
      quotationArrivedMail({ to: PRODUCT.salesEmail, cards, publicUrl }),
    ),
  }
}

/** Nobody gets old mails when a log is read again, or was away for long. */
const QUOTATION_MAIL_HOURS = 24
const HOUR_MS = 3_600_000
const PREFIX = quotationStream('')
const TO_SALES = 'quotation mails to sales'

interface Mailing extends Pick<Ctx, 'requestMail'> {
  readonly ids: Pick<Ctx['ids'], 'suppression'>
  readonly counters: Pick<Ctx['counters'], 'take'>
}

/** Tells sales, and writes to the company: at once, and also after a crash. */
export const quotationMailReaction = ({ ids, counters, requestMail }: Mailing): Reaction => ({
  name: 'quotation-mails',
  types: ['QuotationRequested'],
  isNeverSkipped: true,
  react: async ({ store, now }, { stream, meta }, tx) => {
    const ageMs = now().getTime() - Date.parse(meta.occurredAt)
    if (!stream.startsWith(PREFIX) || ageMs > QUOTATION_MAIL_HOURS * HOUR_MS) return
    const { state } = await load(store, quotation, stream)
    const email = state.status === 'unknown' ? undefined : state.request.email
    if (email === undefined) return
    const toSales = await counters.take(counterOf(TO_SALES, ''), QUOTATION_MAILS_TO_SALES)
    if (toSales.isTaken) await requestMail({ kind: 'quotation-arrived', subject: stream }, undefined, tx)
    // Anybody can type a stranger's address.
    const counter = counterOf('quotation mails of mailbox', ids.suppression(email))
    const { isTaken } = await counters.take(counter, QUOTATION_MAILS_OF_MAILBOX)
    if (isTaken) await requestMail({ kind: 'quotation-received', subject: stream }, undefined, tx)
  },
})
