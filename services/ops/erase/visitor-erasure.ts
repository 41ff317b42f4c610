import { dayInSantiago } from '@app/contracts/calendar.ts'
import { visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { plainText } from '@app/contracts/fields/text.ts'
import { shred } from '@app/processes/erasures/shred.ts'
import { STAFF } from '../on-account.ts'
import type { Erasable } from './erasable.ts'
import { findPersonalTexts, says, textIn, type PersonalText } from './personal-texts.ts'

const TYPES = ['VisitorIdentified', 'LinkClicked', 'ContactDownloaded']
const PREFIX = visitorSubject('', '').slice(0, -1)

/** `profile.visitor` */
const idOf = (subject: string): string => subject.slice(PREFIX.length)

function isMeant({ subject, fields }: PersonalText, wanted: string): boolean {
  const id = idOf(subject)
  const typed = wanted.toLowerCase()
  if (id === typed || id.endsWith(`.${typed}`)) return true
  if (says(fields.fullName, wanted) || says(fields.visitorName, wanted) || says(fields.phone, wanted))
    return true
  // The form has no field for e-mail, but some visitors write it into the description.
  return wanted.includes('@') && plainText(textIn(fields.description)).includes(plainText(wanted))
}

const rowOf = ({ subject, fields, event }: PersonalText): readonly string[] => [
  textIn(fields.fullName ?? fields.visitorName),
  textIn(fields.phone),
  dayInSantiago(Date.parse(event.meta.occurredAt)),
  idOf(subject),
]

export const visitorErasure: Erasable = {
  columns: ['Nombre', 'Teléfono', 'Fecha', 'Id (perfil.visitante)'],
  find: (deps, wanted) =>
    findPersonalTexts(deps, TYPES, {
      isMeant: (text) => isMeant(text, wanted),
      matchOf: (text) => ({ id: idOf(text.subject), row: rowOf(text) }),
    }),
  erase: async (deps, { id }) => ({ visitors: Number(await shred(deps, `${PREFIX}${id}`, STAFF)) }),
  goes: 'nombre, teléfono y descripción que dejó',
  stays:
    'Quedan sus visitas y clics en las cifras, bajo un id sin nombre. Si vuelve a decir su nombre, se recuerda de nuevo.',
  none: (wanted) =>
    `Ningún visitante dijo llamarse ${wanted}, ni dejó ese teléfono o correo, ni tiene ese id. Prueba con el nombre completo, el teléfono o el id.`,
}
