import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { LIVE_FACTS_MAX } from '@app/contracts/api/live-calls.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { PRESENT_MS } from '@app/contracts/traffic/presence.ts'
import { createSharedAnswer } from '@app/concurrency/shared-answer.ts'
import { liveProfiles, SHOWN_READ_MODELS } from '@app/projections/live/queries.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import type { ProjectionMove, ProjectionProgress } from '@app/projections/runtime/progress.ts'
import { createLiveSessions, type LiveSessionsDeps } from './live-sessions.ts'
import { openStream, type LiveStreamRequest } from './live-stream.ts'
import { createWatchers, publishProfile, type Watchers } from './watchers.ts'

/** All live streams of this process: one query for all of them, and one timer. */
export interface LiveHub {
  /**
   * Answers with a stream.
   * @throws Refusal too-many or unavailable
   */
  open(request: LiveStreamRequest, response: ServerResponse): void
  readonly counts: Watchers['counts']
  /** Ends all streams: their readers reconnect, here or elsewhere. */
  stop(): Promise<void>
}

export interface LiveHubDeps extends Omit<LiveSessionsDeps, 'streams' | 'onTrouble'> {
  readonly db: ReadDb
  readonly progress: Pick<ProjectionProgress, 'look' | 'onMove'>
  readonly now: () => Date
  readonly onTrouble: (part: 'figures' | 'sessions', error: unknown) => void
  readonly tickMs?: number
  /** Between two queries of the figures. */
  readonly gapMs?: number
}

const TICK_MS = 2_000
const HEARTBEAT_TICKS = 7
const GAP_MS = 400
/** Between two looks for moves of the read models. */
const LOOK_MS = 200
/** Profiles of one query. */
const PROFILES_MAX = 500
/** The number of people does not grow beyond this. */
const PRESENT_VISITORS_MAX = 10_000

export function createLiveHub(deps: LiveHubDeps): LiveHub {
  const watchers = createWatchers()
  const { streams, watched } = watchers
  const nowMs = (): number => deps.now().getTime()
  const onTrouble = (error: unknown): void => deps.onTrouble('figures', error)
  const looks = createLooks(() => publishAll(deps, watched, onTrouble), deps.gapMs ?? GAP_MS, onTrouble)
  const sessions = createLiveSessions({
    ...deps,
    streams,
    onTrouble: (error) => deps.onTrouble('sessions', error),
  })
  let [ticks, isStopped] = [0, false]
  const unwatch = deps.progress.onMove((move) => onMove(move, watchers, looks.request))
  const timer = setInterval(() => {
    ticks += 1
    sessions.tick(nowMs())
    watchers.tick(nowMs(), ticks % HEARTBEAT_TICKS === 0)
    looks.retry()
  }, deps.tickMs ?? TICK_MS)
  const looking = setInterval(() => {
    // Moves come by onMove; a failure is followed by another look.
    if (streams.size > 0) void deps.progress.look().catch(() => undefined)
  }, LOOK_MS)

  return {
    open: (request, response) => {
      if (isStopped) throw new Refusal('unavailable')
      watchers.refuseMore(request.accountId)
      if (response.closed) return // gone before the answer
      const stream = openStream(request, response)
      response.once('close', () => watchers.leave(stream))
      watchers.enter(stream)
      looks.request()
      sessions.opened(stream)
    },
    counts: watchers.counts,
    stop: async () => {
      isStopped = true
      unwatch()
      clearInterval(timer)
      clearInterval(looking)
      for (const stream of streams) stream.end()
      await looks.stop()
    },
  }
}

function onMove(
  { projection, from, to, isAnew }: ProjectionMove,
  { streams, watched }: Watchers,
  look: () => void,
): void {
  if (!SHOWN_READ_MODELS.includes(projection) || streams.size === 0) return
  if (isAnew) for (const profile of watched.values()) profile.mark = undefined
  // Events lost in a crash are published again once they are folded again.
  if (to < from && projection === 'traffic')
    for (const stream of streams) if ((stream.publishedTo ?? to) > to) stream.publishedTo = to
  look()
}

async function publishAll(
  { db, now }: LiveHubDeps,
  watched: Watchers['watched'],
  onTrouble: (error: unknown) => void,
): Promise<void> {
  const ids = [...watched.keys()]
  for (let n = 0; n < ids.length; n += PROFILES_MAX) {
    const nowMs = now().getTime()
    const question = {
      factsMax: LIVE_FACTS_MAX,
      presentAfterMs: nowMs - PRESENT_MS,
      presentMax: PRESENT_VISITORS_MAX,
    }
    for (const profile of await liveProfiles(db, ids.slice(n, n + PROFILES_MAX), question)) {
      const there = watched.get(profile.profileId)
      try {
        if (there !== undefined) publishProfile(there, profile, nowMs)
      } catch (error) {
        onTrouble(error) // must not hold up the others
      }
    }
  }
}

/** Those that are requested while one is under way share the next one, after the gap. */
function createLooks(work: () => Promise<void>, gapMs: number, onTrouble: (error: unknown) => void) {
  let [isTroubled, isStopped] = [false, false]
  const look = createSharedAnswer(async () => {
    if (isStopped) return
    try {
      await work()
      isTroubled = false
    } catch (error) {
      if (!isTroubled) onTrouble(error) // once a spell
      isTroubled = true
    }
    await pause(gapMs)
  })
  return {
    request: () => void look(),
    retry: () => {
      if (isTroubled) void look()
    },
    stop: () => {
      isStopped = true
      return look()
    },
  }
}
