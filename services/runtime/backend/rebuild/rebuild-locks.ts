import type pg from 'pg'
import { Refusal } from '@app/contracts/refusals.ts'
import {
  lockAlso,
  withAdvisoryLock,
  withFreeAdvisoryLock,
  type AdvisoryLock,
} from '@app/postgres/advisory-lock.ts'
import { findActiveBuild, type Build } from '@app/projections/runtime/builds.ts'
import { feedsOfLog } from '@app/projections/runtime/log-feed.ts'
import type { Projection } from '@app/projections/runtime/projection.ts'
import { lockOfFolding, lockOfRebuild, VERIFY_LOCK } from '@app/projections/runtime/rebuild/builds-beside.ts'
import type { ReachDeps } from '@app/projections/runtime/rebuild/reach.ts'
import { swapBuild, ViewsInUse } from '@app/projections/runtime/rebuild/swap.ts'
import type { Backend } from '../open-backend.ts'

export type FoldingBackend = Pick<Backend, 'projector' | 'sealed' | 'evenBlocked' | 'now'>

/** As the product folds it. */
export function foldingDeps(
  { projector, sealed, evenBlocked: { store, seals }, now }: FoldingBackend,
  projection: Projection,
): ReachDeps {
  return { db: projector, feed: feedsOfLog({ opened: store, sealed })(projection), seals, now }
}

/** Rows of two versions have other columns: nothing can be compared. @throws Refusal */
export async function liveBuildOf(db: pg.Pool, { name, version }: Projection): Promise<Build> {
  const live = await findActiveBuild(db, name)
  if (live?.version === version) return live
  throw new Refusal(
    'conflict',
    `La vista ${name} todavía no está en uso en su versión ${version}: inicia el producto (npm start), espera a que esté al día y vuelve a intentarlo.`,
  )
}

/** Meanwhile nobody else rebuilds the projection. @throws Refusal while somebody does */
export async function whileRebuilding<Result>(
  db: pg.Pool,
  { name }: Pick<Projection, 'name'>,
  work: (lock: AdvisoryLock) => Promise<Result>,
): Promise<Result> {
  const done = await withFreeAdvisoryLock(db, lockOfRebuild(name), work)
  if (done !== undefined) return done.result
  throw new Refusal('conflict', `La vista ${name} ya se está reconstruyendo: espera a que termine esa orden.`)
}

/** Meanwhile no product folds the projection's builds beside the live one, nor drops one. It ends its batch first. */
export const whileFolding = <Result>(
  db: pg.Pool,
  { name }: Pick<Projection, 'name'>,
  work: () => Promise<Result>,
): Promise<Result> => withAdvisoryLock(db, lockOfFolding(name), work)

/** Two verifications would drop each other's builds. @throws Refusal while another process verifies */
export async function whileNobodyVerifies<Result>(db: pg.Pool, work: () => Promise<Result>): Promise<Result> {
  const done = await withFreeAdvisoryLock(db, VERIFY_LOCK, work)
  if (done !== undefined) return done.result
  throw new Refusal('conflict', 'Ya hay otra verificación en curso: espera a que termine.')
}

/** Both, with one connection. */
export const whileNobodyFolds = <Result>(
  db: pg.Pool,
  projection: Pick<Projection, 'name'>,
  work: () => Promise<Result>,
): Promise<Result> =>
  whileRebuilding(db, projection, async (lock) => {
    await lockAlso(lock, lockOfFolding(projection.name))
    return work()
  })

/** Queries see the build from here on. Nobody else may fold it meanwhile. @throws Refusal if long queries keep the views */
export async function swapIn(deps: ReachDeps, projection: Projection, name: string): Promise<void> {
  const live = await liveBuildOf(deps.db, projection)
  await swapBuild(deps, projection, { live, name }).catch((cause: unknown) => {
    if (!(cause instanceof ViewsInUse)) throw cause
    throw new Refusal(
      'conflict',
      `Hay consultas largas sobre ${projection.name}: nada cambió. Vuelve a intentarlo.`,
    )
  })
}
