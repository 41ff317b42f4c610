import type { EventStore, Position } from '@app/contracts/event-store.ts'
import type { EventType } from '@app/contracts/events/catalogue.ts'
import { createAlarm, type Alarm } from '@app/event-store/alarm.ts'

/** What ends a session, or takes a profile away from who reads its stream. */
const ENDING_EVENTS: readonly EventType[] = [
  'PasswordChanged',
  'PasswordDropped',
  'SessionsClosed',
  'AccountDeactivated',
  'AccountErased',
  'AdminRevoked',
  'ProfileDeleted',
]
/** Other processes don't say what they wrote: theirs is looked at no more often than this. */
const GAP_MS = 1_000
const POLL_MS = 10_000

export interface EndingsDeps {
  readonly store: Pick<EventStore, 'headPosition' | 'subscribe' | 'watch'>
  /** Something has ended on a stream of the log. */
  readonly onEnding: (stream: string) => void
  /** From here on it knows: what ended before, nobody told it. */
  readonly onBegin: () => void
  /** Once a spell. */
  readonly onTrouble: (error: unknown) => void
}

/** Follows the ends of sessions in the log, told of those of this process, and never asking on behalf of one stream. */
export function followEndings(deps: EndingsDeps): { stop(): Promise<void> } {
  const alarm = createAlarm()
  const end = new AbortController()
  const concerning = new Set<string>(ENDING_EVENTS)
  const unwatch = deps.store.watch((types) => {
    if (types === undefined || [...types].some((type) => concerning.has(type))) alarm.ring()
  })
  const running = follow(deps, alarm, end.signal).finally(unwatch)
  return {
    stop: async () => {
      alarm.end()
      end.abort()
      await running
    },
  }
}

async function follow(deps: EndingsDeps, alarm: Alarm, signal: AbortSignal): Promise<void> {
  let place: Position | undefined
  let isTroubled = false
  while (!alarm.ended) {
    alarm.hush() // before the read: what rings from now on may not be in it
    try {
      place = place === undefined ? await begin(deps) : await look(deps, place, signal)
      isTroubled = false
    } catch (error) {
      if (!isTroubled) deps.onTrouble(error)
      isTroubled = true
    }
    await alarm.sleep(GAP_MS)
    if (!isTroubled) await alarm.sleepUntilRung(POLL_MS)
  }
}

async function begin({ store, onBegin }: EndingsDeps): Promise<Position> {
  const head = await store.headPosition()
  onBegin()
  return head
}

/** All that has ended since a place, up to the log's present end. */
async function look(deps: EndingsDeps, after: Position, signal: AbortSignal): Promise<Position> {
  let place = after
  for await (const message of deps.store.subscribe(after, { signal, filter: { types: ENDING_EVENTS } })) {
    if (message.t === 'lost') throw message.cause
    if (message.t === 'event') deps.onEnding(message.event.stream)
    place = message.t === 'event' ? message.event.position : message.position
    if (message.t === 'caughtUp') break
  }
  return place
}
