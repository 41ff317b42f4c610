import { dayInSantiago } from '@app/contracts/calendar.ts'
import { START } from '@app/contracts/event-store.ts'
import { visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { quotationStream } from '@app/contracts/events/quotation-events.ts'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import { normalEmail } from '@app/contracts/fields/email.ts'
import { plainText } from '@app/contracts/fields/text.ts'
import { logPages } from '@app/kernel/log-pages.ts'
import { readStream } from '@app/kernel/codec.ts'
import { listAccountIds } from '@app/processes/accounts/find-account.ts'
import { eraseAccount } from '@app/processes/erasures/erase-account.ts'
import { eraseSubscriptions } from '@app/processes/erasures/erase-subscribers.ts'
import { shred } from '@app/processes/erasures/shred.ts'
import { createSubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import { noAccount, STAFF } from '../on-account.ts'
import { NO_MATCHES, onlyMatch, type Erasable, type ErasableKind, type ErasingDeps } from './erasable.ts'
import { findPersonalTexts, says, textIn, type PersonalText } from './personal-texts.ts'

const accountErasure: Erasable = {
  columns: ['Correo', 'Id'],
  // Accepts any address, because a half erased account is known only by its id.
  find: async (deps, email) => {
    const ids = await listAccountIds(deps, email)
    const id = ids.at(-1)!
    return onlyMatch({ id, row: [email, id], parts: ids })
  },
  erase: async (deps, { parts = [] }, email) => {
    const sum = { accounts: 0, profiles: 0, visitors: 0, subscribers: 0, mails: 0 }
    // Former ones too: what a crash or an outage left of them is found again.
    for (const id of parts) {
      const { account, ...erased } = await eraseAccount(deps, id, STAFF)
      sum.accounts += Number(account)
      for (const kind of ['profiles', 'visitors', 'subscribers', 'mails'] as const) sum[kind] += erased[kind]
    }
    return { ...sum, mails: sum.mails + (await deps.removeMailsTo([email])) }
  },
  goes: 'la cuenta, con sus perfiles, sus imágenes, los nombres de sus visitantes y los correos de quienes pidieron recordatorios',
  stays: 'Quedan las cifras de visitas y de recordatorios, sin nombres ni correos.',
  none: (email) => noAccount(email).message,
}

const VISITOR_TYPES = ['VisitorIdentified', 'LinkClicked', 'ContactDownloaded']
const VISITOR_PREFIX = visitorSubject('', '').slice(0, -1)

/** `profile.visitor` */
const visitorIdOf = (subject: string): string => subject.slice(VISITOR_PREFIX.length)

function isVisitorMeant({ subject, fields }: PersonalText, wanted: string): boolean {
  const id = visitorIdOf(subject)
  const typed = wanted.toLowerCase()
  if (id === typed || id.endsWith(`.${typed}`)) return true
  if (says(fields.fullName, wanted) || says(fields.visitorName, wanted) || says(fields.phone, wanted))
    return true
  // The form has no field for e-mail, but some visitors write it into the description.
  return wanted.includes('@') && plainText(textIn(fields.description)).includes(plainText(wanted))
}

const visitorRowOf = ({ subject, fields, event }: PersonalText): readonly string[] => [
  textIn(fields.fullName ?? fields.visitorName),
  textIn(fields.phone),
  dayInSantiago(Date.parse(event.meta.occurredAt)),
  visitorIdOf(subject),
]

const visitorErasure: Erasable = {
  columns: ['Nombre', 'Teléfono', 'Fecha', 'Id (perfil.visitante)'],
  find: (deps, wanted) =>
    findPersonalTexts(deps, VISITOR_TYPES, {
      isMeant: (text) => isVisitorMeant(text, wanted),
      matchOf: (text) => ({ id: visitorIdOf(text.subject), row: visitorRowOf(text) }),
    }),
  erase: async (deps, { id }) => ({ visitors: Number(await shred(deps, `${VISITOR_PREFIX}${id}`, STAFF)) }),
  goes: 'nombre, teléfono y descripción que dejó',
  stays:
    'Quedan sus visitas y clics en las cifras, bajo un id sin nombre. Si vuelve a decir su nombre, se recuerda de nuevo.',
  none: (wanted) =>
    `Ningún visitante dijo llamarse ${wanted}, ni dejó ese teléfono o correo, ni tiene ese id. Prueba con el nombre completo, el teléfono o el id.`,
}

const QUOTATION_PREFIX = quotationStream('')
const NAMED_BY = ['contactPerson', 'company', 'phone'] as const

const isQuotationMeant = ({ subject, fields }: PersonalText, wanted: string): boolean =>
  subject === `${QUOTATION_PREFIX}${wanted.toLowerCase()}` ||
  normalEmail(textIn(fields.email)) === normalEmail(wanted) ||
  NAMED_BY.some((field) => says(fields[field], wanted))

const quotationRowOf = ({ subject, fields, event }: PersonalText): readonly string[] => [
  textIn(fields.contactPerson),
  textIn(fields.company),
  textIn(fields.email),
  dayInSantiago(Date.parse(event.meta.occurredAt)),
  subject.slice(QUOTATION_PREFIX.length),
]

const quotationErasure: Erasable = {
  columns: ['Contacto', 'Empresa', 'Correo', 'Fecha', 'Id'],
  find: (deps, wanted) =>
    findPersonalTexts(deps, ['QuotationRequested', 'QuotationCorrected'], {
      isMeant: (text) => isQuotationMeant(text, wanted),
      matchOf: (text) => ({ id: text.subject.slice(QUOTATION_PREFIX.length), row: quotationRowOf(text) }),
    }),
  erase: async (deps, { id }) => {
    const stream = `${QUOTATION_PREFIX}${id}`
    const emails = (await readStream(deps.store, stream))
      .map(({ data }) => textIn(data.email))
      .filter(Boolean)
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

/** Finds streams by keyed hashes of profile and e-mail, so it works after the address was shredded. */
async function subscriptionsOf(
  { sealed, idKeys, unconfirmed, onProgress }: ErasingDeps,
  email: string,
): Promise<readonly string[]> {
  const ids = createSubscriptionIds(idKeys)
  const found = new Set(await unconfirmed.idsOfMailbox(ids.suppression(email)))
  const target = await sealed.headPosition()
  for await (const page of logPages(sealed, START, { filter: { types: ['ReminderSubscribed'] } })) {
    for (const { stream, data } of page.events) {
      const id = ids.subscription(textIn(data.profileId), email)
      if (stream === subscriptionStream(id)) found.add(id)
    }
    onProgress?.(page.scannedTo, target)
  }
  return [...found]
}

const subscriberErasure: Erasable = {
  columns: ['Correo', 'Suscripciones', 'Id'],
  find: async (deps, email) => {
    const parts = await subscriptionsOf(deps, email)
    if (parts.length === 0) return NO_MATCHES
    const id = createSubscriptionIds(deps.idKeys).suppression(email)
    return onlyMatch({ id, row: [email, String(parts.length), id], parts })
  },
  erase: async (deps, { parts = [] }, email) => {
    const { subscribers, mails } = await eraseSubscriptions(deps, parts, STAFF)
    return { subscribers, mails: mails + (await deps.removeMailsTo([email])) }
  },
  goes: 'el correo en todas sus suscripciones a recordatorios, y los correos guardados que se le enviaron',
  stays:
    'Quedan las fechas de sus suscripciones, sin decir de quién. Si pidió no recibir más recordatorios de nadie, eso sigue en pie.',
  none: (email) => `Nadie pidió recordatorios con el correo ${email}, o ya se borró.`,
}

export const ERASABLE: Readonly<Record<ErasableKind, Erasable>> = {
  account: accountErasure,
  visitor: visitorErasure,
  quotation: quotationErasure,
  subscriber: subscriberErasure,
}
