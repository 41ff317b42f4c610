import { StoreError } from '@app/contracts/event-store.ts'

interface DatabaseFailure {
  readonly code?: string
  readonly message?: string
}

const UNAVAILABLE_STATES = /^(?:08|53|57P0)/
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
])
/** Values that no column takes, or that a constraint of the log refuses. */
const DATA_STATES = /^2[23]/

/** Nothing was written, and the same data would be refused again. */
export const isDataRefused = (error: unknown): boolean =>
  DATA_STATES.test((error as DatabaseFailure)?.code ?? '')

/** `sent`: the statement may have been carried out before the connection broke. */
export function storeErrorOf(error: unknown, sent: boolean): StoreError {
  if (error instanceof StoreError) return error
  const { code = '', message = 'no message' } = (error ?? {}) as DatabaseFailure
  const options = { cause: error, facts: { code } }
  if (code === '57014') return new StoreError('Timeout', 'the database cancelled the statement', options)
  if (code === '42501') return new StoreError('AccessDenied', message, options)
  if (isDataRefused(error))
    return new StoreError('Invalid', `the database refuses the data: ${message}`, options)
  const lost = code === '' || NETWORK_CODES.has(code) || UNAVAILABLE_STATES.test(code)
  return new StoreError('Unavailable', `the event log cannot be reached: ${message}`, {
    ...options,
    ambiguous: sent && lost,
  })
}
