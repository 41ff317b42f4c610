import type { JsonObject, NewEvent } from '@app/contracts/event-store.ts'
import { newId } from '../../kernel/log/ids.ts'

/** An event of a visitor, as the log would have it. */
export function trafficEvent(type: string, data: JsonObject): NewEvent {
  const id = newId()
  const meta = {
    actor: { kind: 'visitor', id: 'v' },
    occurredAt: '2026-03-02T12:00:00.000Z',
    correlationId: id,
    causationId: null,
  } as const
  return { id, type, version: 1, data, meta }
}
