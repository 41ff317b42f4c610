import type pg from 'pg'
import { StartError } from '@app/contracts/start-error.ts'
import { withAdvisoryLock, withFreeAdvisoryLock } from '@app/postgres/advisory-lock.ts'
import type { Build } from '@app/projections/runtime/build.ts'
import { findActiveBuild } from '@app/projections/runtime/builds.ts'
import { feedsOfLog } from '@app/projections/runtime/log-feed.ts'
import type { Projection } from '@app/projections/runtime/projection.ts'
import { lockOfFolding, lockOfRebuild } from '@app/projections/runtime/rebuild/builds-beside.ts'
import type { ReachDeps } from '@app/projections/runtime/rebuild/reach.ts'
import { swapBuild, ViewsInUse } from '@app/projections/runtime/rebuild/swap.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'

export type FoldingBackend = Pick<Backend, 'projector' | 'sealed' | 'evenBlocked' | 'now'>

/** As the product folds it. */
export function foldingDeps(
  { projector, sealed, evenBlocked: { store, seals }, now }: FoldingBackend,
  projection: Projection,
): ReachDeps {
  return { db: projector, feed: feedsOfLog({ opened: store, sealed })(projection), seals, now }
}

/** Rows of two versions have other columns: nothing can be compared. */
export async function liveBuildOf(db: pg.Pool, { name, version }: Projection): Promise<Build> {
  const live = await findActiveBuild(db, name)
  if (live?.version === version) return live
  throw new StartError(
    `La vista ${name} todavía no está en uso en su versión ${version}: inicia el producto (npm start), espera a que esté al día y vuelve a intentarlo.`,
  )
}

/** Meanwhile nobody else rebuilds the projection. @throws StartError while somebody does */
export async function whileRebuilding<Result>(
  db: pg.Pool,
  { name }: Projection,
  work: () => Promise<Result>,
): Promise<Result> {
  const done = await withFreeAdvisoryLock(db, lockOfRebuild(name), work)
  if (done !== undefined) return done.result
  throw new StartError(`La vista ${name} ya se está reconstruyendo: espera a que termine esa orden.`)
}

/** Meanwhile no product folds the projection's builds beside the live one, nor drops one. It ends its batch first. */
export const whileFolding = <Result>(
  db: pg.Pool,
  { name }: Projection,
  work: () => Promise<Result>,
): Promise<Result> => withAdvisoryLock(db, lockOfFolding(name), work)

/** Queries see the build from here on. @throws StartError if long queries keep the views */
export function swapIn(deps: ReachDeps, projection: Projection, name: string): Promise<void> {
  return whileFolding(deps.db, projection, async () => {
    const live = await liveBuildOf(deps.db, projection)
    await swapBuild(deps, projection, { live, name }).catch((cause: unknown) => {
      if (!(cause instanceof ViewsInUse)) throw cause
      throw new StartError(`Hay consultas largas sobre ${projection.name}: nada cambió. Repite la orden.`, {
        cause,
      })
    })
  })
}
