import { setTimeout as pause } from 'node:timers/promises'
import { isStoreError, type EventStore, type Position } from '@app/contracts/event-store.ts'
import type { ProjectionProgress } from '@app/projections/runtime/progress.ts'
import { OF_PAGES } from './open-public-page.ts'
import type { ProductDeps } from './product-deps.ts'

const PAGES_MS_MAX = 60_000
/** Short, because a rebuild of figures may take long and taps must not wait for it. */
const FIGURES_MS_MAX = 5_000
const POLL_MS = 500
const RUNNERS_MS_MAX = 5_000
const RUNNERS_POLL_MS = 20

export interface WaitDeps extends Pick<ProductDeps, 'say'> {
  /** Aborted when the start is no longer wanted. */
  readonly signal: AbortSignal
  readonly store: Pick<EventStore, 'headPosition'>
}

const LATER = 'Las vistas siguen poniéndose al día en segundo plano.'
const FORMER = 'Las vistas de la versión anterior responden mientras se hacen las nuevas.'

/**
 * Waits until read models reach the current head: a minute for those of pages, seconds for the others, and not at all for
 * those that are made anew after an upgrade, whose former rows answer meanwhile.
 */
export async function waitForReadModels(
  { store, say, signal }: WaitDeps,
  progress: Pick<ProjectionProgress, 'waitFor' | 'status' | 'isKept'>,
): Promise<void> {
  const names = (): readonly string[] => progress.status().map(({ projection }) => projection)
  const areMadeAnew = (): boolean => !progress.isKept(names())
  let head: Position | undefined
  for (let waited = 0; waited < PAGES_MS_MAX && !signal.aborted; waited += POLL_MS) {
    head ??= await headOf(store)
    if (head === undefined) await pause(POLL_MS)
    else if (await progress.waitFor(head, POLL_MS)) return untilRun(progress, signal)
    const status = progress.status()
    const stopped = status.filter(({ state }) => state === 'stopped').map(({ projection }) => projection)
    if (stopped.length > 0) {
      say(`Vistas detenidas: ${stopped.join(', ')}. Sus cifras no avanzan; /readyz dice por qué.`)
      return
    }
    if (head === undefined || (waited < FIGURES_MS_MAX && !areMadeAnew())) continue
    if (!progress.isKept(OF_PAGES) || (await progress.waitFor(head, 0, OF_PAGES))) break
  }
  say(areMadeAnew() ? FORMER : LATER)
}

/** Rows may be up to date before a process follows the log; readiness answers no until one does. */
async function untilRun({ status }: Pick<ProjectionProgress, 'status'>, signal: AbortSignal): Promise<void> {
  const isStarting = (): boolean => status().some(({ state }) => state === 'starting')
  for (let waited = 0; waited < RUNNERS_MS_MAX && isStarting() && !signal.aborted; waited += RUNNERS_POLL_MS)
    await pause(RUNNERS_POLL_MS)
}

/** Answers undefined while the log does not answer, because this must not end the start. */
async function headOf(store: WaitDeps['store']): Promise<Position | undefined> {
  try {
    return await store.headPosition()
  } catch (error) {
    if (isStoreError(error) && error.retryable) return undefined
    throw error
  }
}
