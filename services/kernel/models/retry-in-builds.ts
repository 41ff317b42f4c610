import type { Position } from '@app/contracts/event-store.ts'
import { retryParked, type Retried, type WantedRetry } from '../retry-parked.ts'
import { listBuilds } from './builds.ts'
import { subscriptionOf, type FoldDeps } from './fold-build.ts'
import type { Projection } from './projection.ts'

/** Folds parked events again, in each build of this program's version. @returns the outcome in the build that queries see */
export async function retryInBuilds(
  deps: FoldDeps,
  projection: Projection,
  wanted: WantedRetry,
): Promise<Retried> {
  let [gone, next]: [number, Position | undefined] = [0, undefined]
  for (const build of await listBuilds(deps.db)) {
    if (build.projection !== projection.name || build.version !== projection.version) continue
    const turn = await retryParked(deps.db, subscriptionOf(deps, projection, build.name), wanted)
    if (build.state === 'active') gone = turn.gone
    if (turn.next !== undefined && (next === undefined || turn.next < next)) next = turn.next
  }
  return { gone, next }
}
