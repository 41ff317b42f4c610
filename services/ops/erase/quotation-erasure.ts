import { dayInSantiago } from '@app/contracts/calendar.ts'
import { normalEmail } from '@app/contracts/fields/email.ts'
import { quotationStream } from '@app/contracts/events/quotation-events.ts'
import { shred } from '@app/processes/erasures/shred.ts'
import { STAFF } from '../on-account.ts'
import type { Erasable } from './erasable.ts'
import { findPersonalTexts, says, textIn, type PersonalText } from './personal-texts.ts'

const PREFIX = quotationStream('')
const NAMED_BY = ['contactPerson', 'company', 'phone'] as const

const isMeant = ({ subject, fields }: PersonalText, wanted: string): boolean =>
  subject === `${PREFIX}${wanted.toLowerCase()}` ||
  normalEmail(textIn(fields.email)) === normalEmail(wanted) ||
  NAMED_BY.some((field) => says(fields[field], wanted))

const rowOf = ({ subject, fields, event }: PersonalText): readonly string[] => [
  textIn(fields.contactPerson),
  textIn(fields.company),
  textIn(fields.email),
  dayInSantiago(Date.parse(event.meta.occurredAt)),
  subject.slice(PREFIX.length),
]

export const quotationErasure: Erasable = {
  columns: ['Contacto', 'Empresa', 'Correo', 'Fecha', 'Id'],
  find: (deps, wanted) =>
    findPersonalTexts(deps, ['QuotationRequested', 'QuotationCorrected'], {
      isMeant: (text) => isMeant(text, wanted),
      matchOf: (text) => ({ id: text.subject.slice(PREFIX.length), row: rowOf(text) }),
    }),
  erase: async (deps, { id }) => {
    const stream = `${PREFIX}${id}`
    const emails = (await deps.store.readStream(stream)).map(({ data }) => textIn(data.email)).filter(Boolean)
    // Without the key nobody knows to whom mails were sent; one may be sent in between.
    const before = await deps.removeMailsTo(emails)
    const quotations = Number(await shred(deps, stream, STAFF))
    return { quotations, mails: before + (await deps.removeMailsTo(emails)) }
  },
  goes: 'empresa, contacto, correo, teléfono y comentarios de la solicitud, y los correos guardados que se le enviaron',
  stays: 'Queda que hubo una solicitud, con su fecha y su cantidad de tarjetas, sin decir de quién.',
  none: (wanted) =>
    `Ninguna solicitud es de ${wanted}. Prueba con el correo, el nombre del contacto, la empresa o el id.`,
}
