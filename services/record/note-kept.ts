import { isStoreError, type Actor, type EventStore } from '@app/contracts/event-store.ts'
import { auditStream } from '@app/contracts/events/record.ts'
import { envelop } from '@app/event-store/handle.ts'
import { derivedId } from '@app/event-store/ids.ts'

export interface NoteKeptDeps {
  readonly store: Pick<EventStore, 'append'>
  readonly now: () => Date
}

const HOUR_MS = 3_600_000

/**
 * Records that somebody keeps a checkpoint elsewhere, once an hour: the first one anchors the log, and later ones of that
 * hour prove somewhat more than the log says of them.
 */
export async function noteKept({ store, now }: NoteKeptDeps, size: number, actor: Actor): Promise<void> {
  const at = now()
  const id = derivedId(`checkpoint kept ${actor.kind} ${actor.id} ${Math.floor(at.getTime() / HOUR_MS)}`)
  const cause = { actor, occurredAt: at.toISOString(), correlationId: id }
  const kept = envelop({ type: 'CheckpointKept', data: { size: String(size) } }, id, cause)
  try {
    await store.append(auditStream(id), 'noStream', [kept])
  } catch (error) {
    if (!isStoreError(error, 'Conflict')) throw error
  }
}
