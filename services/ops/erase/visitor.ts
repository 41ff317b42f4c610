import { dayInSantiago } from '@app/contracts/calendar.ts'
import { visitorSubject } from '@app/contracts/events/interaction.ts'
import { shred } from '@app/processes/erasures/shred.ts'
import { STAFF } from '../on-account.ts'
import type { Erasable } from './erasable.ts'
import { findTold, plainText, says, textIn, type Told } from './words-told.ts'

const TYPES = ['VisitorIdentified', 'LinkClicked', 'ContactDownloaded']
const PREFIX = visitorSubject('', '').slice(0, -1)

/** `profile.visitor` */
const idOf = (subject: string): string => subject.slice(PREFIX.length)

function isMeant({ subject, words }: Told, wanted: string): boolean {
  const id = idOf(subject)
  const typed = wanted.toLowerCase()
  if (id === typed || id.endsWith(`.${typed}`)) return true
  if (says(words.fullName, wanted) || says(words.visitorName, wanted) || says(words.phone, wanted))
    return true
  // The form has no field for e-mail, but some visitors write it into the description.
  return wanted.includes('@') && plainText(textIn(words.description)).includes(plainText(wanted))
}

const rowOf = ({ subject, words, event }: Told): readonly string[] => [
  textIn(words.fullName ?? words.visitorName),
  textIn(words.phone),
  dayInSantiago(Date.parse(event.meta.occurredAt)),
  idOf(subject),
]

export const visitor: Erasable = {
  columns: ['Nombre', 'Teléfono', 'Fecha', 'Id (perfil.visitante)'],
  find: (deps, wanted) =>
    findTold(deps, TYPES, {
      isMeant: (told) => isMeant(told, wanted),
      matchOf: (told) => ({ id: idOf(told.subject), row: rowOf(told) }),
    }),
  erase: async (deps, { id }) => ({ visitors: Number(await shred(deps, `${PREFIX}${id}`, STAFF)) }),
  goes: 'nombre, teléfono y descripción que dejó',
  stays:
    'Quedan sus visitas y clics en las cifras, bajo un id sin nombre. Si vuelve a decir su nombre, se recuerda de nuevo.',
  none: (wanted) =>
    `Ningún visitante dijo llamarse ${wanted}, ni dejó ese teléfono o correo, ni tiene ese id. Prueba con el nombre completo, el teléfono o el id.`,
}
