import { isStoreError, type Position, type StoredEvent } from '@app/contracts/event-store.ts'
import { UnknownEventVersion, type EventType } from '@app/contracts/events/catalogue.ts'
import { createAlarm, type Alarm } from '@app/event-store/alarm.ts'
import { jitteredBackoff } from '@app/event-store/backoff.ts'
import { isDatabaseAway } from '@app/postgres/database-away.ts'
import type pg from 'pg'
import type { Acting } from '../command-context.ts'
import type { Naming } from '../named-streams.ts'
import { readCheckpoint, writeCheckpoint } from './reaction-checkpoint.ts'

/** What spans two streams begins with an event on the first one; a reaction to it sees to the rest. */
export interface Reaction {
  /** Of its checkpoint. */
  readonly name: string
  readonly types: readonly EventType[]
  /** The same event may come again, and to several processes at once. */
  readonly react: (deps: Acting & Naming, event: StoredEvent) => Promise<void>
}

export interface Trouble {
  readonly reaction: string
  readonly error: unknown
  /** Of the event that was passed over; absent where all is tried again. */
  readonly passedOver?: Position
}

export interface FollowDeps extends Acting, Naming {
  readonly db: Pick<pg.Pool, 'query'>
  /** Ages are measured by it. */
  readonly monotonicMs: () => number
  /** 0 to 1. */
  readonly random: () => number
  readonly onTrouble: (trouble: Trouble) => void
  /** How long whoever caused an event has to see to the rest: mostly nothing is left to do then. */
  readonly graceMs?: number
}

const GRACE_MS = 1_000
/** It is told of what comes, mostly; and what concerns nobody moves the checkpoint so often. */
const POLL_MS = 10_000

interface Run {
  readonly deps: FollowDeps
  readonly reaction: Reaction
  readonly alarm: Alarm
  /** Aborted with the end. */
  readonly signal: AbortSignal
  /** Undefined before the checkpoint was read. */
  position: Position | undefined
  written: Position | undefined
  writtenMs: number
  /** Since the checkpoint was written. */
  hasReacted: boolean
}

/** Reacts to the log from its checkpoint on, until it is stopped. */
export function followReaction(deps: FollowDeps, reaction: Reaction): { stop(): Promise<void> } {
  const alarm = createAlarm()
  const end = new AbortController()
  const concerning = new Set<string>(reaction.types)
  const unwatch = deps.store.watch((types) => {
    if (types === undefined || [...types].some((type) => concerning.has(type))) alarm.ring()
  })
  const run: Run = {
    deps,
    reaction,
    alarm,
    signal: end.signal,
    position: undefined,
    written: undefined,
    writtenMs: deps.monotonicMs(),
    hasReacted: false,
  }
  const running = follow(run).finally(unwatch)
  return {
    stop: async () => {
      alarm.end()
      end.abort()
      await running
    },
  }
}

async function follow(run: Run): Promise<void> {
  const { deps, reaction, alarm } = run
  const backoffMs = jitteredBackoff(deps.random)
  let failures = 0
  while (!alarm.ended) {
    try {
      await look(run)
      failures = 0
      await alarm.sleepUntilRung(POLL_MS)
      await alarm.sleep(deps.graceMs ?? GRACE_MS)
    } catch (error) {
      failures += 1
      deps.onTrouble({ reaction: reaction.name, error })
      await alarm.sleep(backoffMs(failures))
    }
  }
}

/** All that concerns it, up to the log's present end. */
async function look(run: Run): Promise<void> {
  const { deps, reaction, alarm, signal } = run
  alarm.hush() // before the read: what rings from now on may not be in it
  const after = (run.position ??= await start(run))
  // Not a read by types: between two events that concern it there may be more than one read may take time for.
  for await (const message of deps.store.subscribe(after, { signal, filter: { types: reaction.types } })) {
    if (message.t === 'lost') throw message.cause
    if (message.t === 'event') await reactTo(run, message.event)
    run.position = message.t === 'event' ? message.event.position : message.position
    if (message.t === 'caughtUp' || alarm.ended) break
    await keepPlace(run, false)
  }
  await keepPlace(run, true)
}

const placeOf = ({ deps, reaction }: Run) => ({ name: reaction.name, storeId: deps.store.storeId })

async function start(run: Run): Promise<Position> {
  run.written = await readCheckpoint(run.deps.db, placeOf(run))
  return run.written
}

async function reactTo(run: Run, event: StoredEvent): Promise<void> {
  const { deps, reaction } = run
  try {
    await reaction.react(deps, event)
  } catch (error) {
    if (isWorthAnotherTry(error)) throw error
    deps.onTrouble({ reaction: reaction.name, error, passedOver: event.position })
  }
  run.hasReacted = true
}

/** What time may mend, or another program. All else is refused for good, and must not hold up what comes after it. */
function isWorthAnotherTry(error: unknown): boolean {
  if (isStoreError(error)) return error.retryable || error.code === 'Conflict' || error.code === 'Disposed'
  return isDatabaseAway(error) || error instanceof UnknownEventVersion
}

/** The checkpoint follows what was done once it is done, and all else now and then. */
async function keepPlace(run: Run, isDone: boolean): Promise<void> {
  const { position, written, writtenMs, hasReacted } = run
  const nowMs = run.deps.monotonicMs()
  const isDue = (isDone && hasReacted) || nowMs - writtenMs >= POLL_MS
  if (position === undefined || position === written || !isDue) return
  await writeCheckpoint(run.deps.db, placeOf(run), position)
  run.written = position
  run.writtenMs = nowMs
  run.hasReacted = false
}
