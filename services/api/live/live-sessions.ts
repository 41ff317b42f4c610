import type { EventStore } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { createRevalidationQueue } from './revalidation-queue.ts'
import { followSessionRevocations } from './session-revocations.ts'
import type { OpenSessions } from '@app/vault/logins/open-sessions.ts'
import type { LiveStream } from './live-stream.ts'
import type { Authenticator } from '../http/authentication/authenticator.ts'

export interface LiveSessions {
  opened(stream: LiveStream): void
  left(stream: LiveStream): void
  /** Ends streams whose session has expired or was ended, and repeats checks that failed. */
  tick(nowMs: number): void
  lookUp(streams: readonly LiveStream[]): void
  stop(): Promise<void>
}

export interface LiveSessionsDeps {
  readonly store: Pick<EventStore, 'headPosition' | 'subscribe' | 'watch'>
  readonly authenticator: Pick<Authenticator, 'outdate'>
  readonly openSessions: Pick<OpenSessions, 'openAmong'>
  readonly streams: ReadonlySet<LiveStream>
  readonly onTrouble: (error: unknown) => void
  /** The least time between two looks at the log. */
  readonly gapMs?: number
}

const REVOKED_MAX = 1_000

export function createLiveSessions(deps: LiveSessionsDeps): LiveSessions {
  const { store, authenticator, streams, onTrouble } = deps
  const lookForEnded = createEndedSearch(deps)
  /** A session may end while its stream is opened by cached state: `opened` then checks the stream. */
  const revoked = new Set<string>()
  const revalidation = createRevalidationQueue(endSession)
  const lookUp = (some: Iterable<LiveStream>): void => {
    for (const stream of some) revalidation.add(stream)
  }
  const revocations = followSessionRevocations({
    store,
    onRevocation,
    onBegin: () => lookUp(streams),
    onTrouble,
    gapMs: deps.gapMs,
  })

  function onRevocation(name: string): void {
    revoked.add(name)
    if (revoked.size > REVOKED_MAX) revoked.delete(revoked.values().next().value!)
    for (const stream of streams) {
      if (name === accountStream(stream.accountId)) authenticator.outdate(stream.accountId)
      else if (name !== profileStream(stream.profileId)) continue
      revalidation.add(stream)
    }
  }

  return {
    opened: (stream) => {
      const isLate =
        revoked.has(accountStream(stream.accountId)) || revoked.has(profileStream(stream.profileId))
      if (isLate) revalidation.add(stream)
    },
    left: revalidation.forget,
    tick: (nowMs) => {
      for (const stream of streams) if (stream.endsAtMs <= nowMs) endSession(stream)
      revalidation.retry()
      lookForEnded()
    },
    lookUp,
    stop: revocations.stop,
  }
}

/** One query for the sessions of all streams: the log has no event for the end of a single session. */
function createEndedSearch({ openSessions, streams, onTrouble }: LiveSessionsDeps): () => void {
  let isAsking = false
  async function search(): Promise<void> {
    const asked = [...streams]
    const open = await openSessions.openAmong([...new Set(asked.map(({ sessionId }) => sessionId))])
    for (const stream of asked) if (!open.has(stream.sessionId)) endSession(stream)
  }
  return () => {
    if (isAsking || streams.size === 0) return
    isAsking = true
    // While it is out of reach, no session can be ended either.
    void search()
      .catch(onTrouble)
      .finally(() => {
        isAsking = false
      })
  }
}

function endSession(stream: LiveStream): void {
  stream.say({ type: 'ended' })
  stream.end()
}
