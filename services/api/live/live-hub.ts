import type { ServerResponse } from 'node:http'
import type { StoredEvent } from '@app/contracts/event-store.ts'
import { PRESENT_MS } from '@app/contracts/traffic/presence.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import type { Feed } from '@app/projections/runtime/feed.ts'
import type { ProjectionMove, ProjectionProgress } from '@app/projections/runtime/progress/progress.ts'
import { createLiveUpdates, type UpdateCause, type CauseSource, type LiveUpdates } from './live-updates.ts'
import { createLiveSubscribers, type LiveCounts, type LiveSubscribers } from './live-subscribers.ts'
import { createLiveSessions, type LiveSessions, type LiveSessionsDeps } from './live-sessions.ts'
import { openStream, type LiveStreamRequest, type LiveStream } from './live-stream.ts'
import { createMovedEvents, type MovedEvents } from './moved-events.ts'

/** All live streams of this process: one query for all of them, one timer, one reader of the log. */
export interface LiveHub {
  /**
   * Answers with a stream.
   * @throws Refusal too-many or unavailable
   */
  open(request: LiveStreamRequest, response: ServerResponse): void
  counts(): LiveCounts
  /** A visitor's page is still open and in sight: this process's streams of the profile count them. */
  readonly presence: Pick<LiveSubscribers, 'isWatched' | 'stayed'>
  /** Ends all streams: their readers reconnect, here or elsewhere. */
  stop(): Promise<void>
}

/** What can go wrong for a while. */
type LivePart = 'figures' | 'sessions'

export interface LiveHubDeps {
  readonly db: ReadDb
  /** The projection that figures are read from: its events, and how far its rows are. */
  readonly traffic: { readonly name: string; readonly feed: Feed }
  readonly progress: Pick<ProjectionProgress, 'onMove'>
  readonly store: LiveSessionsDeps['store']
  readonly authenticator: LiveSessionsDeps['authenticator']
  readonly openSessions: LiveSessionsDeps['openSessions']
  readonly now: () => Date
  readonly onTrouble: (part: LivePart, error: unknown) => void
  readonly tickMs?: number
  /** Between two queries of the figures, and two looks at the log for ended rights. */
  readonly gapMs?: number
}

const TICK_MS = 2_000
const HEARTBEAT_TICKS = 7
/** Streams that each heartbeat revalidates, even without an event. */
const LOOKED_UP_AT_ONCE = 5

const CORRECTIONS: ReadonlySet<string> = new Set(['CorrectionApplied', 'CorrectionWithdrawn'])
/** Publishes what its streams lack; a new stream gets everything. */
const LOOK: UpdateCause = { hasMoved: false, isAnew: false, positions: [] }
const FIRST_LOOK: UpdateCause = { ...LOOK, isAnew: true }
/** New events are unknown: figures and people are queried again. */
const ALL_ANEW: UpdateCause = { hasMoved: true, isAnew: true, positions: [] }

/** Cause of a profile's update after an event; only a recount shows people whom a correction removes. */
function causeOf({ type, position, meta }: StoredEvent, nowMs: number): UpdateCause {
  const isAnew = CORRECTIONS.has(type)
  const isOfNow = type !== 'PagePreviewed' && Date.parse(meta.occurredAt) > nowMs - PRESENT_MS
  return { hasMoved: true, isAnew, positions: isOfNow && !isAnew ? [position] : [] }
}

const profileIdOf = ({ data: { profileId } }: StoredEvent): string =>
  typeof profileId === 'string' ? profileId.toLowerCase() : ''

export function createLiveHub(deps: LiveHubDeps): LiveHub {
  const nowMs = (): number => deps.now().getTime()
  const subscribers = createLiveSubscribers(deps.now)
  const { streams, publish } = subscribers
  const troubleWith = (part: LivePart) => (error: unknown) => deps.onTrouble(part, error)
  const moved = createMovedEvents(deps.traffic.feed, troubleWith('figures'))
  const source = causesOf(moved, subscribers, nowMs)
  const updates = createLiveUpdates({ ...deps, source, publish, onTrouble: troubleWith('figures') })
  const following = { projection: deps.traffic.name, subscribers, updates, moved }
  const unwatch = deps.progress.onMove((move) => follow(move, following))
  const sessions = createLiveSessions({ ...deps, streams, onTrouble: troubleWith('sessions') })
  const timer = createTimer(tick, deps.tickMs ?? TICK_MS)
  let isStopped = false

  function tick(ticks: number): void {
    sessions.tick(nowMs())
    subscribers.publishPeople()
    if (ticks % HEARTBEAT_TICKS === 0) beatAll(subscribers, sessions)
    updates.retry()
  }
  function leave(stream: LiveStream): void {
    sessions.left(stream)
    if (subscribers.leave(stream)) updates.forget(stream.profileId)
    if (streams.size > 0) return
    timer.stop()
    moved.clear()
  }

  return {
    open: (request, response) => {
      if (isStopped) throw new Refusal('unavailable')
      subscribers.refuseMore(request.accountId)
      if (response.closed) return // gone before the answer
      const stream = openStream(request, response)
      response.once('close', () => leave(stream))
      updates.ask(stream.profileId, subscribers.enter(stream) ? FIRST_LOOK : LOOK)
      sessions.opened(stream)
      timer.start()
    },
    counts: subscribers.counts,
    presence: subscribers,
    stop: async () => {
      isStopped = true
      unwatch()
      for (const stream of streams) stream.end()
      await Promise.all([updates.stop(), sessions.stop()])
    },
  }
}

function beatAll(subscribers: LiveSubscribers, sessions: LiveSessions): void {
  for (const stream of subscribers.streams) stream.beat()
  sessions.lookUp(subscribers.nextInTurn(LOOKED_UP_AT_ONCE))
}

interface Following {
  readonly projection: string
  readonly subscribers: LiveSubscribers
  readonly updates: LiveUpdates
  readonly moved: MovedEvents
}

/** Publishes the rows' present content; events lost in a crash are published again once they are folded again. */
function follow({ projection, from, to, isAnew }: ProjectionMove, following: Following): void {
  const { subscribers, updates, moved } = following
  if (projection !== following.projection || subscribers.streams.size === 0) return
  if (to < from) subscribers.wentBack(to)
  if (isAnew) askAll(subscribers, updates, ALL_ANEW)
  else if (to < from) askAll(subscribers, updates, LOOK)
  else {
    moved.add(from, to)
    updates.retry()
  }
}

const causesOf = (moved: MovedEvents, subscribers: LiveSubscribers, nowMs: () => number): CauseSource => ({
  get isWaiting() {
    return moved.isWaiting
  },
  take: async () => {
    const events = await moved.take()
    if (events === undefined)
      return [...subscribers.watched()].map((profileId) => [profileId, ALL_ANEW] as const)
    const watched = events.filter((event) => subscribers.isWatched(profileIdOf(event)))
    return watched.map((event) => [profileIdOf(event), causeOf(event, nowMs())] as const)
  },
})

function askAll(subscribers: LiveSubscribers, updates: LiveUpdates, cause: UpdateCause): void {
  for (const profileId of subscribers.watched()) updates.ask(profileId, cause)
}

/** One timer for all, which runs while anybody is there. */
function createTimer(tick: (ticks: number) => void, tickMs: number) {
  let timer: NodeJS.Timeout | undefined
  let ticks = 0
  return {
    start: () => {
      timer ??= setInterval(() => tick((ticks += 1)), tickMs)
    },
    stop: () => {
      clearInterval(timer)
      timer = undefined
    },
  }
}
