import { START, type EventStore, type StoredEvent } from '@app/contracts/event-store.ts'
import { logPages } from '../log-pages.ts'
import type { Events } from '../commands.ts'

export async function wholeLog(
  store: Pick<EventStore, 'readAll'> | Events,
  types?: readonly string[],
): Promise<readonly StoredEvent[]> {
  const events: StoredEvent[] = []
  const options = types === undefined ? {} : { filter: { types } }
  for await (const page of logPages('codec' in store ? store.log : store, START, options))
    events.push(...page.events)
  return 'codec' in store ? store.codec.decrypt(events) : events
}
