import type { ServerResponse } from 'node:http'
import type { StoredEvent } from '@app/contracts/event-store.ts'
import { PRESENT_MS } from '@app/contracts/traffic/definitions.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import type { Feed } from '@app/projections/runtime/feed.ts'
import type { ProjectionMove, ProjectionProgress } from '@app/projections/runtime/progress/progress.ts'
import { createNews, type Cause, type CauseSource, type News } from './live-updates.ts'
import { createLiveRoom, type LiveCounts, type LiveRoom } from './live-subscribers.ts'
import { createLiveSessions, type LiveSessionsDeps } from './live-sessions.ts'
import { openStream, type LiveAsked, type LiveStream } from './live-stream.ts'
import { createMovedEvents, type MovedEvents } from './moved-events.ts'

/** All live streams of this process: one question to the database for all of them, one timer, one look at the log. */
export interface LiveHub {
  /**
   * Answers with a stream.
   * @throws Refusal too-many or unavailable
   */
  open(asked: LiveAsked, response: ServerResponse): void
  counts(): LiveCounts
  /** Ends all streams: their readers ask again, here or elsewhere. */
  stop(): Promise<void>
}

/** What can go wrong for a while. */
export type LivePart = 'figures' | 'sessions'

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
  /** Between two looks at the figures. */
  readonly gapMs?: number
}

const TICK_MS = 2_000
const HEARTBEAT_TICKS = 7
/** Looked up again with each heartbeat, though nothing was heard of them. */
const LOOKED_UP_AT_ONCE = 5

const CORRECTIONS: ReadonlySet<string> = new Set(['CorrectionApplied', 'CorrectionWithdrawn'])
/** What its streams don't know yet is told, and who has just come is told all. */
const LOOK: Cause = { hasMoved: false, isAnew: false, positions: [] }
const FIRST_LOOK: Cause = { ...LOOK, isAnew: true }
/** Nobody can say what has come: figures and people are asked for again. */
const ALL_ANEW: Cause = { hasMoved: true, isAnew: true, positions: [] }

/** Why a profile is looked at after an event; whom a correction takes away only a recount tells. */
function causeOf({ type, position, meta }: StoredEvent, nowMs: number): Cause {
  const isAnew = CORRECTIONS.has(type)
  const isOfNow = type !== 'PagePreviewed' && Date.parse(meta.occurredAt) > nowMs - PRESENT_MS
  return { hasMoved: true, isAnew, positions: isOfNow && !isAnew ? [position] : [] }
}

const profileIdOf = ({ data: { profileId } }: StoredEvent): string =>
  typeof profileId === 'string' ? profileId.toLowerCase() : ''

export function createLiveHub(deps: LiveHubDeps): LiveHub {
  const nowMs = (): number => deps.now().getTime()
  const room = createLiveRoom(deps.now)
  const { streams } = room
  const troubleWith = (part: LivePart) => (error: unknown) => deps.onTrouble(part, error)
  const moved = createMovedEvents(deps.traffic.feed, troubleWith('figures'))
  const source = causesOf(moved, room, nowMs)
  const news = createNews({ ...deps, source, tell: room.tell, onTrouble: troubleWith('figures') })
  const unwatch = deps.progress.onMove((move) => {
    if (move.projection === deps.traffic.name && streams.size > 0) follow(move, { room, news, moved })
  })
  const sessions = createLiveSessions({ ...deps, streams, onTrouble: troubleWith('sessions') })
  const timer = createTimer(tick, deps.tickMs ?? TICK_MS)
  let isStopped = false

  function tick(ticks: number): void {
    sessions.tick(nowMs())
    room.tellPeople()
    if (ticks % HEARTBEAT_TICKS === 0) {
      for (const stream of streams) stream.beat()
      sessions.lookUp(room.nextInTurn(LOOKED_UP_AT_ONCE))
    }
    news.retry()
  }
  function leave(stream: LiveStream): void {
    sessions.left(stream)
    if (room.leave(stream)) news.forget(stream.profileId)
    if (streams.size > 0) return
    timer.stop()
    moved.clear()
  }

  return {
    open: (asked, response) => {
      if (isStopped) throw new Refusal('unavailable')
      room.refuseMore(asked.accountId)
      if (response.closed) return // gone before the answer
      const stream = openStream(asked, response)
      response.once('close', () => leave(stream))
      news.ask(stream.profileId, room.enter(stream) ? FIRST_LOOK : LOOK)
      sessions.opened(stream)
      timer.start()
    },
    counts: room.counts,
    stop: async () => {
      isStopped = true
      unwatch()
      for (const stream of streams) stream.end()
      await Promise.all([news.stop(), sessions.stop()])
    },
  }
}

interface Following {
  readonly room: LiveRoom
  readonly news: News
  readonly moved: MovedEvents
}

/** What rows hold now is told; what a crash took from them is told again once they hold it again. */
function follow({ from, to, isAnew }: ProjectionMove, { room, news, moved }: Following): void {
  if (to < from) room.wentBack(to)
  if (isAnew) askAll(room, news, ALL_ANEW)
  else if (to < from) askAll(room, news, LOOK)
  else {
    moved.add(from, to)
    news.retry()
  }
}

const causesOf = (moved: MovedEvents, room: LiveRoom, nowMs: () => number): CauseSource => ({
  get isWaiting() {
    return moved.isWaiting
  },
  take: async () => {
    const events = await moved.take()
    if (events === undefined) return [...room.watched()].map((profileId) => [profileId, ALL_ANEW] as const)
    const watched = events.filter((event) => room.isWatched(profileIdOf(event)))
    return watched.map((event) => [profileIdOf(event), causeOf(event, nowMs())] as const)
  },
})

function askAll(room: LiveRoom, news: News, cause: Cause): void {
  for (const profileId of room.watched()) news.ask(profileId, cause)
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
