import type { Position } from '@app/contracts/event-store.ts'
import type { RunningProjections } from '@app/projections/start.ts'
import { OF_PAGES } from './open-profiles.ts'
import type { ProductDeps } from './product-deps.ts'

const PAGES_MS_MAX = 60_000
/** Taps come first: figures that are built anew may take longer than anybody waits. */
const FIGURES_MS_MAX = 5_000
const LOOK_EVERY_MS = 500

/** Waits until read models hold the log up to a position: those of pages for a minute, all others only for seconds. */
export async function waitForReadModels(
  { say, signal }: Pick<ProductDeps, 'say' | 'signal'>,
  projections: Pick<RunningProjections, 'passed' | 'status'>,
  position: Position,
): Promise<void> {
  for (let waited = 0; waited < PAGES_MS_MAX && !signal.aborted; waited += LOOK_EVERY_MS) {
    if (await projections.passed(position, LOOK_EVERY_MS)) return
    const status = projections.status()
    const stopped = status.filter(({ state }) => state === 'stopped').map(({ projection }) => projection)
    if (stopped.length > 0) {
      say(`Vistas detenidas: ${stopped.join(', ')}. Sus cifras no avanzan; /readyz dice por qué.`)
      return
    }
    if (waited >= FIGURES_MS_MAX && (await projections.passed(position, 0, OF_PAGES))) break
  }
  say('Las vistas siguen poniéndose al día en segundo plano.')
}
