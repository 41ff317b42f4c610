import { isStoreError } from '@app/contracts/event-store.ts'
import { isDatabaseAway } from '@app/postgres/database-away.ts'

/** The log or the database does not answer for now: the same may succeed later. */
export const isOutOfReach = (error: unknown): boolean =>
  isStoreError(error) ? error.retryable : isDatabaseAway(error)
