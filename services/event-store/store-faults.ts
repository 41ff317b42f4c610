import { isStoreError, type StoreError } from '@app/contracts/event-store.ts'
import { isDatabaseAway } from '@app/postgres/database-away.ts'

/** The log or the database does not answer for now: the same may succeed later. */
export const isOutOfReach = (error: unknown): boolean =>
  isStoreError(error) ? error.retryable : isDatabaseAway(error)

/** For whoever runs the product, where a start or a command cannot go on. */
export const closedStreamAdvice = ({ facts: { stream } }: StoreError): string =>
  `El registro de eventos tiene cerrado ${String(stream)}, y sin él no se puede seguir. Este programa no cierra nada: lo hizo quien administra la base. En PostgreSQL borra su fila de log.closed_streams; en EventStoreDB vuelve a un respaldo.`
