import { StoreError } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { isDatabaseAway } from '../../../platform/postgres/connection.ts'

/** Values that no column takes, or that a constraint of the log refuses. */
const DATA_STATES = /^2[23]/

/** Nothing was written, and the same data would be refused again. */
export const isDataRefused = (error: unknown): boolean =>
  DATA_STATES.test((error as { readonly code?: string } | null)?.code ?? '')

/** `sent`: the statement may have been carried out before the connection broke. */
export function storeErrorOf(error: unknown, sent: boolean): StoreError {
  if (error instanceof StoreError) return error
  const { code = '', message = 'no message' } = (error ?? {}) as Partial<pg.DatabaseError>
  const options = { cause: error, facts: { code } }
  if (code === '57014') return new StoreError('Timeout', 'the database cancelled the statement', options)
  if (code === '42501') return new StoreError('AccessDenied', message, options)
  if (isDataRefused(error))
    return new StoreError('Invalid', `the database refuses the data: ${message}`, options)
  const ambiguous = sent && (code === '' || isDatabaseAway(error))
  return new StoreError('Unavailable', `the event log cannot be reached: ${message}`, {
    ...options,
    ambiguous,
  })
}
