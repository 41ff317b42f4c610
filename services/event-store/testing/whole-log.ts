import { START, type EventStore, type StoredEvent } from '@app/contracts/event-store.ts'
import { logPages } from '../log-pages.ts'

/** Every event of a test's log, or every one of some types. */
export async function wholeLog(
  store: Pick<EventStore, 'readAll'>,
  types?: readonly string[],
): Promise<readonly StoredEvent[]> {
  const events: StoredEvent[] = []
  const options = types === undefined ? {} : { filter: { types } }
  for await (const page of logPages(store, START, options)) events.push(...page.events)
  return events
}
