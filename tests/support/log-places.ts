import { EventStoreDBClient, START } from '@eventstore/db-client'
import { onTestFinished } from 'vitest'
import { openStandIn, type StandIn } from '../eventstoredb/stand-in-process.ts'
import { faultsOf, logOf, type LoggedEvent } from '../kills/product-log.ts'
import { eventually } from './eventually.ts'

/** The store of a tested product's log, and the test's own access to it. */
export interface LogPlace {
  /** The settings that put the log there. */
  readonly env: Readonly<Record<string, string>>
  /** All events, by the product's data folder where the log lies in that. */
  read(dataDir: string): Promise<readonly LoggedEvent[]>
  faultsOf(log: readonly LoggedEvent[]): readonly string[]
  /** The log's own server, where it has one. */
  readonly server?: StandIn
}

export const LOG_PLACES = ['postgres', 'eventstoredb'] as const

const IN_POSTGRES: LogPlace = { env: {}, read: logOf, faultsOf }

/** An empty store of the calling test, removed after it. */
export async function ownLogPlace(kind: (typeof LOG_PLACES)[number]): Promise<LogPlace> {
  if (kind === 'postgres') return IN_POSTGRES
  const server = await openStandIn()
  onTestFinished(server.dispose)
  return { ...placeAt(server.url), server }
}

/** The leader is read: a follower may lack the last acknowledged events. */
const ALL = { direction: 'forwards', requiresLeader: true, fromPosition: START } as const

function placeAt(url: string): LogPlace {
  // The client as it comes, none of our adapter: what is read here was not read by what is tested.
  const client = EventStoreDBClient.connectionString(url)
  async function readOnce(): Promise<readonly LoggedEvent[]> {
    const events: LoggedEvent[] = []
    for await (const { event } of client.readAll(ALL)) {
      if (event === undefined || event.type.startsWith('$') || event.streamId.startsWith('$')) continue
      events.push({
        position: event.position!.commit,
        stream: event.streamId,
        revision: Number(event.revision),
        id: event.id,
        type: event.type,
        data: event.data as LoggedEvent['data'],
        meta: event.metadata as LoggedEvent['meta'],
      })
    }
    return events
  }
  return {
    env: { EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: url },
    // The server may have been killed just now.
    read: () => eventually(readOnce, { everyMs: 100 }),
    faultsOf: (log) => faultsOf(log, 'increasing'),
  }
}
