import { PRODUCT } from '@app/contracts/product.ts'
import { cardsText } from '@app/contracts/quotations.ts'
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

/** `to` is the mailbox of the person who asks. */
interface Asked extends Recipient {
  readonly contactPerson: string
  readonly cards: string
}

/** The words go to an address that somebody typed, so the name is the only one of theirs. */
export function quotationReceivedMail({ contactPerson, cards, ...recipient }: Asked): Mail {
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
export const quotationArrivedMail = ({ cards, publicUrl }: Pick<Asked, 'cards' | 'publicUrl'>): Mail =>
  mailOfLines(
    { to: PRODUCT.salesEmail, publicUrl },
    {
      subject: `Nueva cotización: ${cardsText(cards)}`,
      lines: [
        `Alguien pidió una cotización de ${cardsText(cards)}.`,
        'Espera nuestra respuesta en menos de 24 horas.',
      ],
      button: { text: 'Ver cotizaciones', link: `${publicUrl}/admin?tab=cotizaciones` },
      notes: ['Quién la pidió está solo en el panel.'],
    },
  )

/** Written when they are sent: nobody is written to who was erased, or whom sales has contacted by then. */
export function createQuotationLetters({ store, publicUrl, now }: Pick<Ctx, 'store' | 'publicUrl' | 'now'>) {
  const letter =
    (write: (request: Asked) => Mail): WriteLetter =>
    async ({ id, subject }) => {
      const { state } = await load(store, quotation, subject)
      if (state.status !== 'pending') return undefined
      const { email: to, contactPerson = '', estimatedCards: cards } = state.request
      if (to === undefined || cards === undefined) return undefined
      return { id, date: now(), mail: write({ to, contactPerson, cards, publicUrl }) }
    }
  return {
    'quotation-received': letter(quotationReceivedMail),
    'quotation-arrived': letter(quotationArrivedMail),
  }
}

/** Nobody gets old mails when a log is read again, or was away for long. */
const MAIL_MS_MAX = 24 * 3_600_000

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
    if (now().getTime() - Date.parse(meta.occurredAt) > MAIL_MS_MAX) return
    const { state } = await load(store, quotation, stream)
    const email = state.status === 'unknown' ? undefined : state.request.email
    if (email === undefined) return
    const toSales = counterOf('quotation mails to sales', '')
    // Anybody can type a stranger's address.
    const toMailbox = counterOf('quotation mails of mailbox', ids.suppression(email))
    for (const [kind, counter, limit] of [
      ['quotation-arrived', toSales, QUOTATION_MAILS_TO_SALES],
      ['quotation-received', toMailbox, QUOTATION_MAILS_OF_MAILBOX],
    ] as const) {
      const { isTaken } = await counters.take(counter, limit)
      if (isTaken) await requestMail({ kind, subject: stream }, undefined, tx)
    }
  },
})
