import { mailOfLines, type Recipient } from '@app/mail/mail-layout.ts'
import type { Mail } from '@app/mail/mail-message.ts'
import { greetingOf } from '@app/processes/mails/greeting.ts'

export interface ResetMail extends Recipient {
  readonly name: string
  /** Made of PUBLIC_URL, never of the request's host. */
  readonly link: string
  readonly minutes: number
}

const SUBJECT = 'Crea una contraseña nueva'
const REQUESTED = 'Recibimos una solicitud para cambiar tu contraseña.'
const NOT_YOU = 'Si no fuiste tú, ignora este correo. Tu contraseña sigue igual.'
const BUTTON = 'Crear contraseña'

export function resetMail({ name, link, minutes, ...recipient }: ResetMail): Mail {
  const expiry = `El enlace vence en ${minutes} minutos.`
  return mailOfLines(recipient, {
    subject: SUBJECT,
    preheader: expiry,
    lines: [greetingOf(name), REQUESTED],
    button: { text: BUTTON, link },
    notes: [expiry, NOT_YOU],
  })
}
