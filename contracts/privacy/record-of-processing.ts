import { CATALOGUE } from '../events/catalogue.ts'
import { EVENT_NAMES } from '../events/event-names.ts'
import { PERSONAL_FIELDS, PROCESSING, type PersonalField, type Processing } from './processing.ts'

export interface ProcessedField extends Processing {
  /** As `QuotationRequested.email`. */
  readonly id: string
  readonly event: string
  readonly field: string
}

/** No history lists these events, so they have no name there. */
const VISITS: Readonly<Record<string, string>> = {
  LinkClicked: 'Enlace tocado',
  ContactDownloaded: 'Contacto guardado',
  VisitorIdentified: 'Visitante identificado',
}

/** Each personal field of each event, as the schemas mark it, in the order of their ids. */
export const recordOfProcessing = (): readonly ProcessedField[] =>
  [...CATALOGUE.values()]
    .flatMap(({ type, personal, purposes }) =>
      personal.map((field) => ({
        id: `${type}.${field}`,
        event: EVENT_NAMES.get(type) ?? VISITS[type] ?? type,
        field: PERSONAL_FIELDS[field as PersonalField],
        ...(PROCESSING[purposes[field]!] as Processing),
      })),
    )
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
