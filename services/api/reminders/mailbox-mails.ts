import { ZONE } from '@app/contracts/calendar.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { fitForMail } from '@app/mail/advertising.ts'
import {
  mailButton,
  mailPage,
  mailParagraph,
  mailSheet,
  mailText,
  small,
  textLink,
} from '@app/mail/mail-layout.ts'
import type { Mail } from '@app/mail/mail-message.ts'

const NAME_CHARS_MAX = 60
const SOMEBODY = 'tu contacto'

const day = new Intl.DateTimeFormat('es-CL', {
  timeZone: ZONE,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

interface Person {
  readonly name: string
  readonly lastname: string
}

/** An owner's words go to strangers. */
function nameOf({ name, lastname }: Person): string {
  const whole = fitForMail(`${name} ${lastname}`)
  return (whole.length <= NAME_CHARS_MAX ? whole : '') || fitForMail(name) || SOMEBODY
}

interface ConfirmationMail {
  readonly to: string
  readonly person: Person
  /** Made of PUBLIC_URL, never of the request's host. */
  readonly link: string
  readonly publicUrl: string
  readonly until: Date
}

const BUTTON = 'Confirmar'

/** To a mailbox that refused all reminders, when somebody subscribes with its address. */
export function confirmationMail({ to, person, link, publicUrl, until }: ConfirmationMail): Mail {
  const name = isolated(nameOf(person))
  const subject = `¿Quieres un recordatorio de ${name}?`
  const lines = [
    `Alguien pidió con este correo que te recordemos a ${name}. Como nos dijiste que no querías recordatorios de nadie, no lo anotamos.`,
    'Si fuiste tú, confírmalo: te lo recordaremos, y podrás pedir otros otra vez.',
  ] as const
  const notes = [
    `El enlace sirve hasta el ${day.format(until)}.`,
    'Si no fuiste tú, ignora este correo: sigues sin recibir recordatorios, y por un mes no volveremos a preguntarte.',
  ]
  return {
    to,
    subject,
    text: mailText([...lines, `${BUTTON}:\n${link}`, ...notes], publicUrl),
    html: mailPage({
      title: subject,
      preheader: lines[0],
      sheet: mailSheet({
        text: lines.map(mailParagraph),
        actions: [mailButton(link, BUTTON)],
        smallPrint: [...notes.map(small), small(textLink(link, link))],
        publicUrl,
      }),
    }).text,
  }
}
