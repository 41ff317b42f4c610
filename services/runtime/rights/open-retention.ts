import type { Actor } from '@app/contracts/event-store.ts'
import { withFreeAdvisoryLock } from '@app/postgres/advisory-lock.ts'
import {
  eraseExpired,
  RETENTION_LOCK,
  type ExpiredKind,
  type RetentionDeps,
} from '@app/processes/erasures/retention.ts'
import { believedTime } from '@app/processes/erasures/retention-clock.ts'
import type { ProjectionProgress } from '@app/projections/runtime/progress.ts'
import { retentionDepsOf } from '../backend/erasing-deps.ts'
import type { ProductDeps } from '../product-deps.ts'

/** At most so long after its day begins, what is due is erased. */
const POLL_MS = 3_600_000
/** Short waits, so that a stop of the product is not held up. */
const ROWS = { waitMs: 1_000, waitsMax: 60 }
const ACTOR: Actor = { kind: 'system', id: 'retention' }

type Deps = Pick<ProductDeps, 'backend' | 'besideDatabase' | 'log' | 'securityLog' | 'onStop'> & {
  readonly settings: Pick<ProductDeps['settings'], 'retention'>
}
type Progress = Pick<ProjectionProgress, 'waitFor'>

/** Erases whatever's period is over: at the start and then each hour, in one process at a time. */
export function openRetention(deps: Deps, progress: Progress): void {
  const { log, onStop } = deps
  const end = new AbortController()
  let running: Promise<void> | undefined
  const poll = (mayStep: boolean): void => {
    running ??= passAlone(deps, progress, { mayStep, signal: end.signal })
      .catch((error: unknown) => log.warn({ err: error }, 'data whose period is over could not be erased'))
      .finally(() => {
        running = undefined
      })
  }
  poll(false)
  const timer = setInterval(() => poll(true), POLL_MS)
  onStop(async () => {
    clearInterval(timer)
    end.abort()
    await running
  })
}

async function passAlone(
  { backend, besideDatabase, settings, securityLog, log }: Deps,
  progress: Progress,
  { mayStep, signal }: { readonly mayStep: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const { app, reader, now, monotonicMs } = backend
  await withFreeAdvisoryLock(app, RETENTION_LOCK, async ({ assertHeld }) => {
    const { at, isBehindClock } = await believedTime(app, { now: now(), mayStep })
    if (isBehindClock)
      log.warn(
        { believed: at.toISOString() },
        'the clock leapt or the product stood still: retention follows by a day an hour',
      )
    const deps = retentionDepsOf(backend, besideDatabase, {
      db: reader,
      progress,
      rowsMsMax: ROWS.waitMs,
      monotonicMs,
    })
    const erased = new Map<ExpiredKind, number>()
    try {
      const outcome = await eraseExpired(
        { ...deps, rowsUpTo: inTurns(deps.rowsUpTo, signal), assertAlone: assertHeld },
        {
          periods: settings.retention,
          asOf: at,
          actor: ACTOR,
          signal,
          onErased: (kind, count) => erased.set(kind, (erased.get(kind) ?? 0) + count),
        },
      )
      if (outcome === 'behind' && !signal.aborted) log.warn('retention waits for the read model of people')
    } finally {
      for (const [kind, count] of erased)
        securityLog({ event: 'retention-erased', by: 'settings', reason: kind, count })
    }
  })
}

const inTurns =
  (rowsUpTo: RetentionDeps['rowsUpTo'], signal: AbortSignal): RetentionDeps['rowsUpTo'] =>
  async (position) => {
    for (let waits = 0; waits < ROWS.waitsMax && !signal.aborted; waits += 1)
      if (await rowsUpTo(position)) return true
    return false
  }
