import type pg from 'pg'
import { Refusal } from '@app/contracts/refusals.ts'
import { withFreeAdvisoryLock } from '@app/postgres/advisory-lock.ts'
import { findActiveBuild, type Build } from '@app/projections/runtime/builds.ts'
import type { FoldDeps } from '@app/projections/runtime/fold-build.ts'
import type { Projection } from '@app/projections/runtime/projection.ts'
import { lockOfRebuild, VERIFY_LOCK } from '@app/projections/runtime/rebuild/builds-beside.ts'
import { swapBuild, ViewsInUse } from '@app/projections/runtime/rebuild/swap.ts'
import type { Backend } from '../open-backend.ts'

export type FoldingBackend = Pick<Backend, 'projector' | 'sealed' | 'codec' | 'evenBlocked' | 'now'>

/** As the product folds it. */
export const foldingDeps = ({
  projector: db,
  sealed: log,
  codec,
  evenBlocked: { seals },
  now,
}: FoldingBackend): FoldDeps => ({ db, log, codec, seals, now })

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
  work: () => Promise<Result>,
): Promise<Result> {
  const done = await withFreeAdvisoryLock(db, lockOfRebuild(name), work)
  if (done !== undefined) return done.result
  throw new Refusal('conflict', `La vista ${name} ya se está reconstruyendo: espera a que termine esa orden.`)
}

/** Two verifications would drop each other's builds. @throws Refusal while another process verifies */
export async function whileNobodyVerifies<Result>(db: pg.Pool, work: () => Promise<Result>): Promise<Result> {
  const done = await withFreeAdvisoryLock(db, VERIFY_LOCK, work)
  if (done !== undefined) return done.result
  throw new Refusal('conflict', 'Ya hay otra verificación en curso: espera a que termine.')
}

/** Queries see the build from here on. @throws Refusal if long queries keep the views */
export async function swapIn(deps: FoldDeps, projection: Projection, name: string): Promise<void> {
  const live = await liveBuildOf(deps.db, projection)
  await swapBuild(deps, projection, { live, name }).catch((cause: unknown) => {
    if (!(cause instanceof ViewsInUse)) throw cause
    throw new Refusal(
      'conflict',
      `Hay consultas largas sobre ${projection.name}: nada cambió. Vuelve a intentarlo.`,
    )
  })
}
