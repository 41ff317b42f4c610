import { isStoreError, type Position, type StoredEvent } from '@app/contracts/event-store.ts'
import { UnknownEventVersion, type EventType } from '@app/contracts/events/catalogue.ts'
import { createWakeSignal, type WakeSignal } from '@app/event-store/wake-signal.ts'
import { pagesToHead } from '@app/event-store/log-pages.ts'
import { holdsMark } from '@app/event-store/log-mark.ts'
import { jitteredBackoff } from '@app/event-store/backoff.ts'
import { isDatabaseAway } from '@app/postgres/database-away.ts'
import type pg from 'pg'
import type { CommandContext, Naming } from '../command-context.ts'
import { findReactionMark, readReactionCheckpoint, writeReactionCheckpoint } from './reaction-checkpoint.ts'

/** Completes work on two streams after an event on the first one. */
export interface Reaction {
  readonly name: string
  readonly types: readonly EventType[]
  /** An event that it cannot handle blocks the later ones, instead of being skipped. */
  readonly isNeverSkipped?: true
  /** Must be idempotent: an event may come again, and to several processes at once. */
  readonly react: (deps: CommandContext & Naming, event: StoredEvent) => Promise<void>
}

export interface Trouble {
  readonly reaction: string
  readonly error: unknown
  /** Position of a skipped event; absent when it is tried again. */
  readonly passedOver?: Position
  /** Position of an event that is tried again, and blocks the later ones. */
  readonly heldUpAt?: Position
}

export interface FollowDeps extends CommandContext, Naming {
  readonly db: Pick<pg.Pool, 'query'>
  readonly monotonicMs: () => number
  readonly random: () => number
  readonly onTrouble: (trouble: Trouble) => void
  /** Time for the process that appended the event to complete the work itself. */
  readonly graceMs?: number
}

const GRACE_MS = 1_000
/** Period of polling in case of a lost wake signal, and of checkpoints without matching events. */
const POLL_MS = 10_000
/** Few: personal fields of a page are opened before its first event is handled. */
const PAGE_EVENTS = 100

interface Run {
  readonly deps: FollowDeps
  readonly reaction: Reaction
  readonly wakeSignal: WakeSignal
  position: Position | undefined
  last: StoredEvent | undefined
  /** At the start, and after a failure: the log may have been replaced. */
  mayBeOlder: boolean
  written: Position | undefined
  writtenMs: number
  hasReacted: boolean
  handling: Position | undefined
}

export function followReaction(deps: FollowDeps, reaction: Reaction): { stop(): Promise<void> } {
  const wakeSignal = createWakeSignal()
  const concerning = new Set<string>(reaction.types)
  const unwatch = deps.store.watch((types) => {
    if (types === undefined || [...types].some((type) => concerning.has(type))) wakeSignal.notify()
  })
  const run: Run = {
    deps,
    reaction,
    wakeSignal,
    position: undefined,
    last: undefined,
    mayBeOlder: true,
    written: undefined,
    writtenMs: deps.monotonicMs(),
    hasReacted: false,
    handling: undefined,
  }
  const running = follow(run).finally(unwatch)
  return {
    stop: async () => {
      wakeSignal.end()
      await running
    },
  }
}

async function follow(run: Run): Promise<void> {
  const { deps, reaction, wakeSignal } = run
  const backoffMs = jitteredBackoff(deps.random)
  let failures = 0
  while (!wakeSignal.ended) {
    try {
      await look(run)
      failures = 0
      await wakeSignal.wait(POLL_MS)
      await wakeSignal.sleep(deps.graceMs ?? GRACE_MS)
    } catch (error) {
      failures += 1
      run.mayBeOlder = true
      const { handling } = run
      deps.onTrouble({
        reaction: reaction.name,
        error,
        ...(handling === undefined ? {} : { heldUpAt: handling }),
      })
      await wakeSignal.sleep(backoffMs(failures))
    }
  }
}

async function look(run: Run): Promise<void> {
  const { deps, reaction, wakeSignal } = run
  wakeSignal.clear() // before the read, which may miss later events
  const after = (run.position ??= await start(run))
  if (run.mayBeOlder) await refuseOlderLog(run)
  run.mayBeOlder = false
  const wanted = { limit: PAGE_EVENTS, filter: { types: reaction.types } }
  for await (const { events, scannedTo } of pagesToHead(deps.store, after, wanted, wakeSignal)) {
    for (const event of events) {
      await reactTo(run, event)
      run.last = event
      run.position = event.position
      if (wakeSignal.ended) return keepPlace(run, true)
      await keepPlace(run, false)
    }
    run.position = scannedTo
    await keepPlace(run, false)
  }
  await keepPlace(run, true)
}

const placeOf = ({ deps, reaction }: Run) => ({ name: reaction.name, storeId: deps.store.storeId })

async function start(run: Run): Promise<Position> {
  run.written = await readReactionCheckpoint(run.deps.db, placeOf(run))
  return run.written
}

/** The checkpoint would pass over new events of an older copy until that is as long again. */
async function refuseOlderLog(run: Run): Promise<void> {
  const mark = await findReactionMark(run.deps.db, placeOf(run))
  if (mark === undefined || (await holdsMark(run.deps.store, mark))) return
  throw new Error(
    `reaction ${run.reaction.name}: the log lacks event ${mark.id}, so it is an older copy that has grown again: connect the newer log, or stop the product and run scripts/after-restore.sql on the database`,
  )
}

async function reactTo(run: Run, event: StoredEvent): Promise<void> {
  const { deps, reaction } = run
  run.handling = event.position
  try {
    await reaction.react(deps, event)
  } catch (error) {
    if (reaction.isNeverSkipped === true || isWorthAnotherTry(error)) throw error
    deps.onTrouble({ reaction: reaction.name, error, passedOver: event.position })
  }
  run.handling = undefined
  run.hasReacted = true
}

/** Errors that pass with time or with another program version. Others must not block later events. */
function isWorthAnotherTry(error: unknown): boolean {
  if (isStoreError(error) && error.cause instanceof UnknownEventVersion) return true
  if (isStoreError(error)) return error.retryable || error.code === 'Conflict' || error.code === 'Disposed'
  return isDatabaseAway(error) || error instanceof UnknownEventVersion
}

/** Written after each completed pass with a reaction, else once in POLL_MS. */
async function keepPlace(run: Run, isDone: boolean): Promise<void> {
  const { position, written, writtenMs, hasReacted } = run
  const nowMs = run.deps.monotonicMs()
  const isDue = (isDone && hasReacted) || nowMs - writtenMs >= POLL_MS
  if (position === undefined || position === written || !isDue) return
  await writeReactionCheckpoint(run.deps.db, placeOf(run), position, run.last)
  run.written = position
  run.writtenMs = nowMs
  run.hasReacted = false
}
