import { setTimeout as pause } from 'node:timers/promises'
import { LIVE_FACTS_MAX } from '@app/contracts/api/live-calls.ts'
import { PRESENT_MS } from '@app/contracts/traffic/presence.ts'
import type { Position } from '@app/contracts/event-store.ts'
import { newestFacts, presentVisitors, type LastSeen, type SeenFact } from '@app/projections/live/queries.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import { PRESENT_VISITORS_MAX } from './live-presence.ts'

/** Cause of a profile's update. */
export interface UpdateCause {
  /** Its figures have moved; otherwise a reader has subscribed. */
  readonly hasMoved: boolean
  /** The present visitors are unknown, or no longer known. */
  readonly isAnew: boolean
  /** Events of now: facts of theirs that are not among the newest may be somebody's presence all the same. */
  readonly positions: readonly Position[]
}

/** A profile as it is. */
export interface LiveSnapshot {
  readonly position: Position
  readonly hasMoved: boolean
  readonly facts: readonly SeenFact[]
  /** Set after a recount of all present visitors. */
  readonly present: LastSeen | undefined
}

export interface LiveUpdates {
  /** Queues a profile, and merges its waiting causes. */
  ask(profileId: string, cause: UpdateCause): void
  /** Nobody watches it any more. */
  forget(profileId: string): void
  /** Handles waiting causes: those of the source, and those that failed before. */
  retry(): void
  /** Resolves once no query is pending. */
  stop(): Promise<void>
}

/** Causes that have to be found out first, once for all that came. */
export interface CauseSource {
  readonly isWaiting: boolean
  /** Never rejects. */
  take(): Promise<readonly (readonly [profileId: string, cause: UpdateCause])[]>
}

export interface LiveUpdatesDeps {
  readonly db: ReadDb
  readonly now: () => Date
  readonly publish: (profileId: string, look: LiveSnapshot) => void
  /** Where causes come from besides `ask`. */
  readonly source?: CauseSource
  /** Once a spell, however often it fails. */
  readonly onTrouble: (error: unknown) => void
  readonly gapMs?: number
}

/**
 * Many at once: a moment later there are more, and one query finds them all. The first is published at once. The
 * interval decides the cost of a crowd: 500 streams add 0.27 to the time of clicks alone, 0.43 at 200 ms, 0.81 at 50.
 */
const GAP_MS = 400
/** Profiles of one query. */
const PROFILES_MAX = 500

/** Merges all causes of a profile since its last query into one. */
function joined(one: UpdateCause | undefined, other: UpdateCause): UpdateCause {
  if (one === undefined) return other
  const positions = [...one.positions, ...other.positions]
  const isMany = positions.length > LIVE_FACTS_MAX
  return {
    hasMoved: one.hasMoved || other.hasMoved,
    isAnew: one.isAnew || other.isAnew || isMany,
    positions: isMany ? [] : positions,
  }
}

type Causes = ReadonlyMap<string, UpdateCause>

async function look(
  { db, now }: LiveUpdatesDeps,
  causes: Causes,
): Promise<ReadonlyMap<string, LiveSnapshot>> {
  const { position, facts } = await newestFacts(db, [...causes.keys()], LIVE_FACTS_MAX)
  const factsOf = (profileId: string): readonly SeenFact[] => facts.get(profileId) ?? []
  const unknown = [...causes].filter(
    ([id, { isAnew, positions }]) => isAnew || hidden(positions, factsOf(id)),
  )
  const counted = unknown.map(([profileId]) => profileId)
  const present =
    counted.length === 0
      ? new Map<string, LastSeen>()
      : await presentVisitors(db, counted, now().getTime() - PRESENT_MS, PRESENT_VISITORS_MAX)
  const isCounted = new Set(counted)
  return new Map(
    [...causes].map(([id, { hasMoved }]) => [
      id,
      {
        position,
        hasMoved,
        facts: factsOf(id),
        present: isCounted.has(id) ? (present.get(id) ?? []) : undefined,
      },
    ]),
  )
}

/** Whether some of the events left no fact among the newest: they came late, or a robot sent them. */
function hidden(positions: readonly Position[], facts: readonly SeenFact[]): boolean {
  const shown = new Set(facts.map(({ position }) => position))
  return positions.some((position) => !shown.has(position))
}

/** Changes of profiles that are not queried yet. */
function createWaitingCauses() {
  const waiting = new Map<string, UpdateCause>()
  return {
    isEmpty: () => waiting.size === 0,
    add: (causes: Iterable<readonly [string, UpdateCause]>) => {
      for (const [profileId, cause] of causes) waiting.set(profileId, joined(waiting.get(profileId), cause))
    },
    forget: (profileId: string) => void waiting.delete(profileId),
    take: (): Causes => {
      const taken = new Map([...waiting].slice(0, PROFILES_MAX))
      for (const profileId of taken.keys()) waiting.delete(profileId)
      return taken
    },
  }
}

/** What cannot be published now never can: it must not hold up the others. */
function publishEach(
  { publish, onTrouble }: LiveUpdatesDeps,
  looks: ReadonlyMap<string, LiveSnapshot>,
): void {
  for (const [profileId, seen] of looks) {
    try {
      publish(profileId, seen)
    } catch (error) {
      onTrouble(error)
    }
  }
}

/** Publishes what a look finds. After a failure its causes wait again. */
function createLookAt(deps: LiveUpdatesDeps, waitAgain: (causes: Causes) => void) {
  let isTroubled = false
  return async (causes: Causes): Promise<void> => {
    try {
      const looks = await look(deps, causes)
      isTroubled = false
      publishEach(deps, looks)
    } catch (error) {
      waitAgain(causes)
      if (!isTroubled) deps.onTrouble(error)
      isTroubled = true
      throw error
    }
  }
}

/** One query at a time for all profiles that are watched; what comes meanwhile is of the next. */
export function createLiveUpdates(deps: LiveUpdatesDeps): LiveUpdates {
  const waiting = createWaitingCauses()
  const lookAt = createLookAt(deps, waiting.add)
  let running = Promise.resolve()
  let isRunning = false
  let isStopped = false

  const isWaiting = (): boolean => !waiting.isEmpty() || deps.source?.isWaiting === true

  async function run(): Promise<void> {
    try {
      await Promise.resolve() // causes of one turn make one query
      while (isWaiting() && !isStopped) {
        waiting.add((await deps.source?.take()) ?? [])
        if (!waiting.isEmpty()) await lookAt(waiting.take())
        await pause(deps.gapMs ?? GAP_MS)
      }
    } catch {
      // reported above; waiting causes are handled with the next one
    } finally {
      isRunning = false
    }
  }

  function retry(): void {
    if (isRunning || !isWaiting() || isStopped) return
    isRunning = true
    running = run()
  }

  return {
    ask: (profileId, cause) => {
      waiting.add([[profileId, cause]])
      retry()
    },
    forget: waiting.forget,
    retry,
    stop: async () => {
      isStopped = true
      await running
    },
  }
}
