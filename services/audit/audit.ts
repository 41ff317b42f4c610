import { isStoreError, type Actor } from '@app/contracts/event-store.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { auditStream } from '@app/contracts/record/events.ts'
import { append, envelop, type Events } from '../kernel/commands.ts'

const HOUR_MS = 3_600_000

/** A fact of an hour has the hour's number in its id. */
export const hourOf = (at: Date): number => Math.floor(at.getTime() / HOUR_MS)

interface Recorded {
  /** Names the stream as well, so that none is read. */
  readonly id: string
  readonly actor: Actor
  readonly at: Date
}

/** @returns false where the log has that event: of another process, or of this one before its last start */
export async function appendAudit(
  store: Events,
  event: DomainEvent,
  { id, actor, at }: Recorded,
): Promise<boolean> {
  const cause = { actor, occurredAt: at.toISOString(), correlationId: id }
  try {
    return !(await append(store, auditStream(id), 'noStream', [envelop(event, id, cause)])).replayed
  } catch (error) {
    if (!isStoreError(error, 'Conflict')) throw error
    return false
  }
}
