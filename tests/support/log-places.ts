import { EventStoreDBClient, START, type Position } from '@eventstore/db-client'
import { onTestFinished } from 'vitest'
import { openStandIn, type StandIn } from '../eventstoredb/stand-in-process.ts'
import { faultsOf, lengthOfLog, logOf, type LoggedEvent } from '../kills/product-log.ts'
import { eventually } from './eventually.ts'

/** The store of a tested product's log, and the test's own access to it. */
export interface LogPlace {
  readonly kind: 'postgres' | 'eventstoredb'
  /** The settings that put the log there. */
  readonly env: Readonly<Record<string, string>>
  /** All events, by the product's data folder where the log lies in that. */
  read(dataDir: string): Promise<readonly LoggedEvent[]>
  /** The present number of events. */
  length(dataDir: string): Promise<number>
  faultsOf(log: readonly LoggedEvent[]): readonly string[]
  /** The log's own server, where it has one. */
  readonly server?: StandIn
}

export const LOG_PLACES = ['postgres', 'eventstoredb'] as const

const IN_POSTGRES: LogPlace = { kind: 'postgres', env: {}, read: logOf, length: lengthOfLog, faultsOf }

/** An empty store of the calling test, removed after it. */
export async function ownLogPlace(kind: LogPlace['kind']): Promise<LogPlace> {
  if (kind === 'postgres') return IN_POSTGRES
  const server = await openStandIn()
  onTestFinished(server.dispose)
  return { ...placeAt(server.url), server }
}

function placeAt(url: string): LogPlace {
  const reader = createPlainReader(url)
  return {
    kind: 'eventstoredb',
    env: { EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: url },
    read: reader.all,
    length: reader.length,
    faultsOf: (log) => faultsOf(log, 'increasing'),
  }
}

const TRY_AGAIN_MS = 100

/** The leader is read: a follower may lack the last acknowledged events. */
const ALL = { direction: 'forwards', requiresLeader: true } as const

/** The client as it comes, none of our adapter: what is read here was not read by what is tested. */
function createPlainReader(url: string) {
  const client = EventStoreDBClient.connectionString(url)
  let counted = 0
  let lastCounted: Position | undefined

  async function readFrom(fromPosition: Position | typeof START): Promise<readonly LoggedEvent[]> {
    const events: LoggedEvent[] = []
    for await (const { event } of client.readAll({ ...ALL, fromPosition })) {
      if (event === undefined || event.type.startsWith('$') || event.streamId.startsWith('$')) continue
      const { occurredAt, causationId } = event.metadata as Pick<LoggedEvent, 'occurredAt' | 'causationId'>
      events.push({
        position: event.position!.commit,
        stream: event.streamId,
        revision: Number(event.revision),
        id: event.id,
        type: event.type,
        data: event.data as LoggedEvent['data'],
        occurredAt,
        causationId,
      })
    }
    return events
  }

  /** The server may have been killed just now. */
  function readSurely(from: Position | typeof START): Promise<readonly LoggedEvent[]> {
    return eventually(() => readFrom(from), { everyMs: TRY_AGAIN_MS })
  }

  return {
    all: () => readSurely(START),
    /** Called often, so it reads only new events. */
    length: async () => {
      const events = await readSurely(lastCounted ?? START)
      const news = events.filter(({ position }) => lastCounted === undefined || position > lastCounted.commit)
      counted += news.length
      const last = news.at(-1)?.position
      if (last !== undefined) lastCounted = { commit: last, prepare: last }
      return counted
    },
  }
}
