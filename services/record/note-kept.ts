import { dayInSantiago } from '@app/contracts/calendar.ts'
import { isStoreError, type Actor, type AppendResult, type EventStore } from '@app/contracts/event-store.ts'
import { auditStream } from '@app/contracts/events/record.ts'
import { envelop } from '@app/event-store/handle.ts'

export interface NoteKeptDeps {
  readonly store: Pick<EventStore, 'append' | 'head'>
  readonly now: () => Date
  readonly newId: () => string
}

/** More people at once than this do not take a checkpoint along. */
const ATTEMPTS_MAX = 8

/** Records that somebody keeps a checkpoint elsewhere, without loading the day's stream. */
export async function noteKept(
  { store, now, newId }: NoteKeptDeps,
  size: number,
  actor: Actor,
): Promise<AppendResult> {
  const at = now()
  const stream = auditStream(dayInSantiago(at.getTime()))
  const id = newId()
  const cause = { actor, occurredAt: at.toISOString(), correlationId: id }
  const kept = envelop({ type: 'CheckpointKept', data: { size: String(size) } }, id, cause)
  for (let attempt = 1; ; attempt += 1) {
    const head = await store.head(stream)
    try {
      return await store.append(stream, head === 'closed' ? 'noStream' : head, [kept])
    } catch (error) {
      if (!isStoreError(error, 'Conflict') || attempt === ATTEMPTS_MAX) throw error
    }
  }
}
