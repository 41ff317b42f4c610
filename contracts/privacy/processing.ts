import { PRODUCT_NAME } from '../product.ts'
import { RETENTION } from './retention.ts'

/** One activity of the record of processing, as law 21.719 wants it told. To be checked by a lawyer: docs/privacy.md. */
export interface Processing {
  readonly purpose: string
  readonly basis: string
  /** Who decides on purpose and means. The platform processes for a card's owner. */
  readonly responsible: string
  readonly seenBy: string
  readonly liesIn: string
  readonly until: string
}

const PLATFORM = PRODUCT_NAME
const OWNER = `El dueño de la tarjeta; ${PRODUCT_NAME} trata los datos por su encargo`
const CONSENT = 'Consentimiento: la versión del texto que se aceptó está en el evento'
const LOG = 'Registro de eventos, cifrado con la llave de la persona'

/** An event names one of these for each personal field (`personal` of `defineEvent`). */
export const PROCESSING = {
  account: {
    purpose: 'Dar la cuenta: entrar, avisar de lo que pasa en ella y recuperar la contraseña',
    basis: CONSENT,
    responsible: PLATFORM,
    seenBy: 'Quien tiene la cuenta; quienes administran el servicio',
    liesIn: `${LOG}; listas de cuentas y de historial, cifradas`,
    until: 'Hasta que se borra la cuenta',
  },
  externalLogin: {
    purpose: 'Reconocer la cuenta cuando se entra con otro servicio',
    basis: 'Consentimiento: la persona elige entrar con ese servicio',
    responsible: PLATFORM,
    seenBy: 'Nadie: solo se compara',
    liesIn: LOG,
    until: 'Hasta que se borra la cuenta',
  },
  card: {
    purpose: 'Mostrar la tarjeta y conservar sus direcciones anteriores',
    basis: CONSENT,
    responsible: PLATFORM,
    seenBy:
      'Cualquiera que abra la tarjeta; sus versiones anteriores, su dueño y quienes administran el servicio',
    liesIn: `${LOG}; tarjetas, listas e historial, cifrados`,
    until: 'Hasta que se borra la tarjeta o la cuenta',
  },
  visitor: {
    purpose: 'Que el dueño de la tarjeta sepa quién lo visitó y pueda responderle',
    basis: CONSENT,
    responsible: OWNER,
    seenBy: 'El dueño de la tarjeta; la persona, en «Mis datos»; quienes administran el servicio',
    liesIn: `${LOG}; visitantes, clics e historial de la tarjeta, cifrados`,
    until: `${RETENTION.visitorsMonths} meses desde su último texto; antes, si la persona lo borra o se borra la tarjeta`,
  },
  reminder: {
    purpose: 'Enviar los recordatorios que la persona pidió sobre una tarjeta',
    basis: CONSENT,
    responsible: OWNER,
    seenBy: 'La persona, en «Mis datos»; quienes administran el servicio; el servicio de correo',
    liesIn: `${LOG}; listas de recordatorios e historial, cifradas`,
    until: `${RETENTION.subscriptionsMonths} meses desde que la persona lo pidió; antes, si la persona lo borra o se borra la tarjeta`,
  },
  quotation: {
    purpose: 'Responder una solicitud de cotización',
    basis: CONSENT,
    responsible: PLATFORM,
    seenBy: 'Quienes administran el servicio',
    liesIn: `${LOG}; listas de cotizaciones e historial, cifradas`,
    until: `${RETENTION.quotationsMonths} meses desde que se envió; antes, si la persona pide borrarlo`,
  },
  request: {
    purpose: 'Responder solicitudes de derechos y poder probar qué se respondió y cuándo',
    basis: 'Obligación legal: ley 21.719',
    responsible: PLATFORM,
    seenBy:
      'La persona; quienes administran el servicio; el dueño de la tarjeta, cuando se trata de lo que le dejaron a él',
    liesIn: `${LOG}, bajo una llave propia de la solicitud; listas de solicitudes e historial, cifradas`,
    until: `${RETENTION.requestsMonths} meses desde su último texto`,
  },
} as const satisfies Readonly<Record<string, Processing>>

export type Purpose = keyof typeof PROCESSING

/** What a field holds, in the words of the record. A personal field needs its name here. */
export const PERSONAL_FIELDS = {
  changes: 'Datos de la tarjeta que cambiaron',
  comments: 'Comentarios',
  company: 'Empresa',
  contactPerson: 'Persona de contacto',
  description: 'Mensaje',
  details: 'Datos de la tarjeta: nombre, cargo, empresa, biografía, teléfonos, correo y enlaces',
  email: 'Correo',
  fullName: 'Nombre completo',
  name: 'Nombre',
  phone: 'Teléfono',
  previous: 'Dirección anterior de la tarjeta',
  previousEmail: 'Correo anterior',
  reason: 'Motivo',
  slug: 'Dirección de la tarjeta',
  subject: 'Identificador que da el otro servicio',
  typed: 'Datos de la tarjeta, como se escribieron',
  visitorName: 'Nombre que dijo el visitante',
  words: 'Lo que la persona cuenta',
} as const

export type PersonalField = keyof typeof PERSONAL_FIELDS
