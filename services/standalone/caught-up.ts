import { setTimeout as pause } from 'node:timers/promises'
import { isStoreError, type EventStore, type Position } from '@app/contracts/event-store.ts'
import type { RunningProjections } from '@app/projections/start.ts'
import type { ProductDeps } from './product-deps.ts'

const CATCH_UP_MS_MAX = 60_000
const LOOK_EVERY_MS = 500

/** Waits until the read models hold what the log held at the start; not for ever, and not while the log is away. */
export async function caughtUp(
  { backend, say, signal }: ProductDeps,
  projections: RunningProjections,
): Promise<void> {
  let head: Position | undefined
  for (let waited = 0; waited < CATCH_UP_MS_MAX && !signal.aborted; waited += LOOK_EVERY_MS) {
    head ??= await headOf(backend.store)
    if (head === undefined) await pause(LOOK_EVERY_MS)
    else if (await projections.passed(head, LOOK_EVERY_MS)) return
    const status = projections.status()
    const stopped = status.filter(({ state }) => state === 'stopped').map(({ projection }) => projection)
    if (stopped.length > 0) {
      say(`Vistas detenidas: ${stopped.join(', ')}. Sus cifras no avanzan; /readyz dice por qué.`)
      return
    }
  }
  say('Las vistas siguen poniéndose al día en segundo plano.')
}

/** Undefined while the log does not answer: a slow start is no reason to end it. */
async function headOf(store: Pick<EventStore, 'headPosition'>): Promise<Position | undefined> {
  try {
    return await store.headPosition()
  } catch (error) {
    if (isStoreError(error) && error.retryable) return undefined
    throw error
  }
}
