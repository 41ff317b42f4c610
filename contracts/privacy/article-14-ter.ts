import { PRODUCT } from '../product.ts'
import { MY_DATA_LINK } from './privacy-links.ts'
import { PROCESSING, type Processing } from './processing.ts'

/** The operator states these by settings. */
export interface ResponsibleParty {
  readonly responsible: string
  readonly representative: string
  readonly address: string
  readonly transfers: string
  /** A bill may move it: an ISO date. */
  readonly inForceFrom: string
}

/** Raised with each change of the page. */
const POLICY_DATE = '2026-11-30'
const DAY = new Intl.DateTimeFormat('es-CL', { dateStyle: 'long', timeZone: 'UTC' })
/** In words, which no line breaks as it breaks the hyphens of figures. */
const inWords = (day: string): string => DAY.format(new Date(day))
const activities: readonly Processing[] = Object.values(PROCESSING)
const distinct = (of: (one: Processing) => string): string => [...new Set(activities.map(of))].join('; ')

/** The twelve elements that law 21.719 wants on the page (article 14 ter, a to l), in its order. */
export const article14ter = (party: ResponsibleParty): readonly (readonly [name: string, text: string])[] => [
  [
    'Política',
    `esta página, en su versión del ${inWords(POLICY_DATE)}. La ley 21.719 rige desde el ${inWords(party.inForceFrom)}.`,
  ],
  ['Responsable', `${party.responsible}. Representante legal: ${party.representative}.`],
  ['Dónde escribir', `${party.address}; ${PRODUCT.supportEmail}; o el formulario de ${MY_DATA_LINK.path}.`],
  [
    'Datos, personas y destinatarios',
    activities.map(({ purpose, basis, seenBy }) => `${purpose} (${basis}). Lo ven: ${seenBy}.`).join(' '),
  ],
  ['Seguridad', `dónde están y cómo: ${distinct(({ liesIn }) => liesIn)}.`],
  [
    'Tus derechos',
    'acceso, rectificación, supresión, oposición, portabilidad y bloqueo: más abajo dice cómo usarlos.',
  ],
  [
    'Reclamo',
    'si rechazamos tu solicitud o no respondemos a tiempo, ante la Agencia de Protección de Datos Personales.',
  ],
  ['Transferencias', party.transfers],
  ['Plazos', `${distinct(({ until }) => until)}.`],
  [
    'Fuente',
    'la propia persona, su navegador o el proveedor con el que entra; ninguna fuente de acceso público.',
  ],
  ['Retirar el consentimiento', 'cuando quieras, en «Mis datos»; lo hecho antes sigue siendo lícito.'],
  ['Decisiones automatizadas', 'ninguna, ni elaboramos perfiles.'],
]
