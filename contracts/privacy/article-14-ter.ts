import { PRODUCT } from '../product.ts'
import { MY_DATA_LINK } from './privacy-links.ts'
import type { PrivacySection } from './privacy-page.ts'

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

/** The twelve elements that law 21.719 wants on the page (article 14 ter, a to l), in its order. */
export const lawfulInformation = (party: ResponsibleParty): PrivacySection => ({
  id: 'ley',
  title: 'Lo que la ley pide informar',
  items: [
    {
      name: 'Política',
      text: `esta página, en su versión del ${inWords(POLICY_DATE)}. La ley 21.719 rige desde el ${inWords(party.inForceFrom)}.`,
    },
    {
      name: 'Responsable',
      text: `${party.responsible}. Representante legal: ${party.representative}.`,
    },
    {
      name: 'Dónde escribir',
      text: `${party.address}; ${PRODUCT.supportEmail}; o el formulario de ${MY_DATA_LINK.path}.`,
    },
    {
      name: 'Datos, personas y destinatarios',
      text: 'los dicen «Qué guardamos y para qué» y «Quién más los ve», con su base legal.',
    },
    { name: 'Seguridad', text: 'textos e imágenes se guardan cifrados, como dice «Quién más los ve».' },
    {
      name: 'Tus derechos',
      text: 'acceso, rectificación, supresión, oposición, portabilidad y bloqueo: más abajo dice cómo usarlos.',
    },
    {
      name: 'Reclamo',
      text: 'si rechazamos tu solicitud o no respondemos a tiempo, ante la Agencia de Protección de Datos Personales.',
    },
    { name: 'Transferencias', text: party.transfers },
    { name: 'Plazos', text: `los dice «Por cuánto tiempo».` },
    {
      name: 'Fuente',
      text: 'la propia persona, su navegador o el proveedor con el que entra; ninguna fuente de acceso público.',
    },
    {
      name: 'Retirar el consentimiento',
      text: `cuando quieras, en «${MY_DATA_LINK.text}»; lo hecho antes sigue siendo lícito.`,
    },
    { name: 'Decisiones automatizadas', text: 'ninguna, ni elaboramos perfiles.' },
  ],
})
