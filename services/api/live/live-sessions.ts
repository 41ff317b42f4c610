import type { EventStore, Position } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import type { EventType } from '@app/contracts/events/catalogue.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { ENDS_SESSIONS } from '@app/domain/account/account-sessions.ts'
import { createSharedAnswer } from '@app/concurrency/shared-answer.ts'
import { readPastDamaged } from '@app/event-store/log-pages.ts'
import type { OpenSessions } from '@app/vault/logins/open-sessions.ts'
import type { AccessControl } from '../http/access/access-control.ts'
import type { LiveStream } from './live-stream.ts'

const REVOKING_EVENTS: readonly EventType[] = [...ENDS_SESSIONS, 'AdminRevoked', 'ProfileDeleted']
const PAGE_EVENTS = 1_000

export interface LiveSessionsDeps {
  readonly store: Pick<EventStore, 'headPosition' | 'readAll'>
  readonly accessControl: Pick<AccessControl, 'outdate'>
  readonly openSessions: Pick<OpenSessions, 'openAmong'>
  readonly streams: ReadonlySet<LiveStream>
  readonly onTrouble: (error: unknown) => void
}

export interface LiveSessions {
  /** Checks a stream: its right may have ended while it was opened by cached state. */
  opened(stream: LiveStream): void
  /** Ends streams whose session has expired or was ended, by sessions and by the log, and repeats checks that failed. */
  tick(nowMs: number): void
}

/** Ends the streams that their readers may no longer see. */
export function createLiveSessions(deps: LiveSessionsDeps): LiveSessions {
  const { store, accessControl, streams, onTrouble } = deps
  const due = new Set<LiveStream>()
  const checkDue = createSharedAnswer(() => checkEach(due, streams))
  const endClosed = createSharedAnswer(() => endClosedSessions(deps))
  const check = (some: Iterable<LiveStream>): void => {
    for (const stream of some) due.add(stream)
    void checkDue()
  }
  /** Undefined while nobody watches: a stream is checked when it opens. */
  let position: Position | undefined
  // One read of the log a process, never one a stream.
  const checkRevoked = createSharedAnswer(async () => {
    if (position === undefined) {
      position = await store.headPosition()
      check(streams)
      return
    }
    const wanted = { limit: PAGE_EVENTS, filter: { types: REVOKING_EVENTS } }
    const { events, scannedTo } = await readPastDamaged(store, position, wanted)
    position = scannedTo
    const named = new Set(events.map(({ stream }) => stream))
    const concerned = [...streams].filter(
      ({ accountId, profileId }) =>
        named.has(accountStream(accountId)) || named.has(profileStream(profileId)),
    )
    for (const { accountId } of concerned) accessControl.outdate(accountId)
    check(concerned)
  })
  return {
    opened: (stream) => check([stream]),
    tick: (nowMs) => {
      for (const stream of streams) if (stream.endsAtMs <= nowMs) endSession(stream)
      if (due.size > 0) void checkDue()
      if (streams.size === 0) position = undefined
      else {
        endClosed().catch(onTrouble)
        checkRevoked().catch(onTrouble)
      }
    },
  }
}

async function checkEach(due: Set<LiveStream>, streams: ReadonlySet<LiveStream>): Promise<void> {
  for (const stream of due) {
    // Before the check: a change during it adds the stream again.
    due.delete(stream)
    if (!streams.has(stream)) continue
    try {
      await stream.check()
    } catch (error) {
      // While the log is unreachable, no right can change either.
      if (!(error instanceof Refusal)) return void due.add(stream)
      endSession(stream)
    }
  }
}

/** One query for the sessions of all streams: the log has no event for the end of a single session. */
async function endClosedSessions({ openSessions, streams }: LiveSessionsDeps): Promise<void> {
  const asked = [...streams]
  const open = await openSessions.openAmong([...new Set(asked.map(({ sessionId }) => sessionId))])
  for (const stream of asked) if (!open.has(stream.sessionId)) endSession(stream)
}

function endSession(stream: LiveStream): void {
  stream.say({ type: 'ended' })
  stream.end()
}
