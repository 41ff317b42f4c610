import {
  mailButton,
  mailPage,
  mailParagraph,
  mailSheet,
  mailText,
  small,
  textLink,
} from '@app/mail/mail-layout.ts'
import type { Html } from '@app/mail/html.ts'
import type { Mail } from '@app/mail/mail-message.ts'
import { greetingOf } from '@app/processes/mails/greeting.ts'

export interface ResetMail {
  readonly to: string
  readonly name: string
  /** Made of PUBLIC_URL, never of the request's host. */
  readonly link: string
  readonly minutes: number
  readonly publicUrl: string
}

const SUBJECT = 'Crea una contraseña nueva'
const REQUESTED = 'Recibimos una solicitud para cambiar tu contraseña.'
const NOT_YOU = 'Si no fuiste tú, ignora este correo. Tu contraseña sigue igual.'
const BUTTON = 'Crear contraseña'

export function resetMail({ to, name, link, minutes, publicUrl }: ResetMail): Mail {
  const greeting = greetingOf(name)
  const expiry = `El enlace vence en ${minutes} minutos.`
  return {
    to,
    subject: SUBJECT,
    text: mailText([greeting, REQUESTED, `${BUTTON}:\n${link}`, expiry, NOT_YOU], publicUrl),
    html: page({ greeting, expiry, link, publicUrl }).text,
  }
}

interface Page extends Pick<ResetMail, 'link' | 'publicUrl'> {
  readonly greeting: string
  readonly expiry: string
}

const page = ({ greeting, expiry, link, publicUrl }: Page): Html =>
  mailPage({
    title: SUBJECT,
    preheader: expiry,
    sheet: mailSheet({
      text: [mailParagraph(greeting), mailParagraph(REQUESTED)],
      actions: [mailButton(link, BUTTON)],
      smallPrint: [small(expiry), small(NOT_YOU), small(textLink(link, link))],
      publicUrl,
    }),
  })
