import { isStoreError, StoreError } from '@app/contracts/event-store.ts'
import { isDatabaseAway } from '../../platform/postgres/database-away.ts'

/** The log or the database does not answer for now: the same may succeed later. */
export const isOutOfReach = (error: unknown): boolean =>
  isStoreError(error) ? error.retryable : isDatabaseAway(error)

const NO_SPACE = 'no-space'

export const withoutSpace = (): StoreError =>
  new StoreError('Unavailable', 'the disk has no space for more events', { facts: { reason: NO_SPACE } })

export const isForWantOfSpace = (error: unknown): boolean =>
  isStoreError(error) && error.facts.reason === NO_SPACE

/** Parts that need the event stand still; the rest of the product goes on. */
export const unreadableAdvice = ({ facts: { position, stream }, message }: StoreError): string =>
  `El evento ${String(position)} (${String(stream)}) no se puede leer (${message}), y lo que depende de él queda detenido: mira Datos, o npm run ops -- parked list. Omitirlo allí no lo quita de las decisiones: npm run ops -- verify history dice si alguien lo cambió.`
