import type { RequestKind } from '@app/contracts/events/rights-events.ts'

interface Wanted {
  /** Before `lo que dejó en la tarjeta de …` and before `sus datos`. */
  readonly what: string
  /** After `Confirmar y`. */
  readonly act: string
  /** What the person gets then. */
  readonly told: string
}

const LINK = 'Le llega un correo con el enlace a sus datos.'
const MAIL = 'Le llega un correo que lo dice.'

/** What each kind of request asks for. */
export const WANTED: Readonly<Record<RequestKind, Wanted>> = {
  access: { what: 'Ver', act: 'entregar', told: LINK },
  correction: { what: 'Corregir', act: 'dejar corregir', told: LINK },
  erasure: { what: 'Borrar', act: 'borrar', told: MAIL },
  objection: { what: 'Que no usemos', act: 'dejar de usar', told: MAIL },
  portability: { what: 'Llevarse', act: 'entregar', told: LINK },
  blocking: { what: 'Bloquear', act: 'bloquear', told: MAIL },
}
