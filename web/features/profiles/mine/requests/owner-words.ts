import type { RequestKind } from '@app/contracts/events/rights-events.ts'

interface OwnerWords {
  readonly question: string
  readonly consequence: string
  /** After the owner confirmed. */
  readonly done: string
}

const KNOWS_NOTHING = 'Si no, no sabrá nada de tu tarjeta.'

const SENT: OwnerWords = {
  question: 'Alguien pide los datos que te dejó.',
  consequence: `Si es, le enviamos solo lo que te dejó a ti. ${KNOWS_NOTHING}`,
  done: 'Gracias. Le enviamos lo que te dejó.',
}
const ERASED: OwnerWords = {
  question: 'Alguien pide borrar los datos que te dejó.',
  consequence: `Si es, borramos para siempre solo lo que te dejó a ti. ${KNOWS_NOTHING}`,
  done: 'Gracias. Borramos lo que te dejó.',
}
const CORRECTED: OwnerWords = {
  question: 'Alguien pide corregir los datos que te dejó.',
  consequence: `Si es, le enviamos un enlace para corregir solo lo que te dejó a ti. ${KNOWS_NOTHING}`,
  done: 'Gracias. Le enviamos un enlace para corregirlos.',
}

/** Of the kinds for which an owner is asked; all others hand the words over. */
export function ownerWords(kind: RequestKind): OwnerWords {
  if (kind === 'erasure') return ERASED
  return kind === 'correction' ? CORRECTED : SENT
}
