import type { EventStore } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import type { OpenSessions } from '@app/vault/logins/open-sessions.ts'
import type { LiveStream } from './live-stream.ts'
import type { Authenticator } from '../http/authentication/authenticator.ts'
import type { EventType } from '@app/contracts/events/catalogue.ts'
import { followEvents, type FollowEventsDeps } from '@app/event-store/follow-events.ts'
import { Refusal } from '@app/contracts/refusals.ts'

/** Streams that their readers may no longer see; checked one after the other. */
interface RevalidationQueue {
  add(stream: LiveStream): void
  forget(stream: LiveStream): void
  retry(): void
}

function createRevalidationQueue(onRefused: (stream: LiveStream) => void): RevalidationQueue {
  const due = new Set<LiveStream>()
  let isRunning = false

  async function run(): Promise<void> {
    for (const stream of due) {
      // Before the check: a change during it adds the stream again.
      due.delete(stream)
      try {
        await stream.check()
      } catch (error) {
        if (!(error instanceof Refusal)) {
          due.add(stream) // undecided: while the log is unreachable, no right can change either
          return
        }
        onRefused(stream)
      }
    }
  }

  function retry(): void {
    if (isRunning || due.size === 0) return
    isRunning = true
    void run().finally(() => {
      isRunning = false
    })
  }

  return {
    add: (stream) => {
      due.add(stream)
      retry()
    },
    forget: (stream) => void due.delete(stream),
    retry,
  }
}

const REVOKING_EVENTS: readonly EventType[] = [
  'PasswordChanged',
  'PasswordDropped',
  'SessionsClosed',
  'AccountDeactivated',
  'AccountErased',
  'AdminRevoked',
  'ProfileDeleted',
]
const GAP_MS = 1_000

interface SessionRevocationsDeps extends Pick<FollowEventsDeps, 'store' | 'onTrouble'> {
  readonly onRevocation: (stream: string) => void
  /** Revocations are reported from here on; earlier ones were not. */
  readonly onBegin: () => void
  /** A second by default. */
  readonly gapMs?: number | undefined
}

/** One subscription per process, never one per stream. */
const followSessionRevocations = ({
  onRevocation,
  gapMs = GAP_MS,
  ...deps
}: SessionRevocationsDeps): { stop(): Promise<void> } =>
  followEvents({
    ...deps,
    types: REVOKING_EVENTS,
    gapMs,
    onEvent: ({ stream }) => onRevocation(stream),
  })

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
