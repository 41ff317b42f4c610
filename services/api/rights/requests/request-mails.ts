import type { RequestKind } from '@app/contracts/events/rights-events.ts'
import { RIGHTS_PERIODS } from '@app/contracts/privacy/rights-periods.ts'
import { mailOfLines, type Recipient } from '@app/mail/mail-layout.ts'
import type { Mail } from '@app/mail/mail-message.ts'
import { prolongedText, shownDay } from '@app/processes/rights/request-texts.ts'
import type { OpenByDue } from '@app/projections/requests/request-figures.ts'

const ASKED: Readonly<Record<RequestKind, string>> = {
  access: 'ver',
  correction: 'corregir',
  erasure: 'borrar',
  objection: 'no usar',
  portability: 'descargar',
  blocking: 'bloquear',
}

/** Without a word that a stranger typed: they may have typed another's address. */
export const receivedMail = ({
  kind,
  dueDay,
  ...recipient
}: Recipient & { readonly kind: RequestKind; readonly dueDay: string }): Mail =>
  mailOfLines(recipient, {
    subject: 'Recibimos tu solicitud',
    lines: [
      `Alguien pidió con este correo ${ASKED[kind]} lo que dejó en una tarjeta.`,
      `Te respondemos en ${RIGHTS_PERIODS.aimDays} días a lo más, haya datos o no. Por ley, el plazo vence el ${shownDay(dueDay)}.`,
    ],
    notes: ['Si no fuiste tú, ignora este correo: nadie más ve lo que pediste.'],
  })

/** `reason`: as an administrator wrote it. */
export const prolongedMail = (mail: Recipient & { readonly reason: string; readonly until: string }): Mail =>
  mailOfLines(mail, {
    subject: 'Necesitamos más tiempo para tu solicitud',
    lines: prolongedText(mail.reason, mail.until).split('\n'),
    notes: [],
  })

/** `answer`: word for word what the log keeps. */
export const answeredMail = (
  mail: Recipient & {
    readonly answer: string
    /** To what was asked for, where it can be seen. */
    readonly link: string | undefined
  },
): Mail =>
  mailOfLines(mail, {
    subject: 'Respondimos tu solicitud',
    lines: mail.answer.split('\n'),
    notes: [],
    ...(mail.link === undefined ? {} : { button: { text: 'Ver mis datos', link: mail.link } }),
  })

const requests = (count: number): string => (count === 1 ? '1 solicitud' : `${count} solicitudes`)

/** Counts and days, no names. */
export function dueMail(mail: Recipient & { readonly due: OpenByDue; readonly link: string }): Mail {
  const { late, days } = mail.due
  const total = days.reduce((sum, { open }) => sum + open, late)
  return mailOfLines(mail, {
    subject: `${requests(total)} por responder`,
    lines: [
      ...(late === 0 ? [] : [`${requests(late)} con el plazo vencido.`]),
      ...days.map(({ dueDay, open }) => `${requests(open)} con plazo hasta el ${shownDay(dueDay)}.`),
    ],
    button: { text: 'Ver solicitudes', link: mail.link },
    notes: ['Te escribimos una vez al día mientras queden menos de 3 días.'],
  })
}
