import { dropBuild, listBuilds, type Build } from '@app/projections/runtime/builds.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { VERIFY_LOCK, verifyName } from '@app/projections/runtime/rebuild/builds-beside.ts'
import { withFreeAdvisoryLock } from '@app/postgres/advisory-lock.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'

/** Drops builds that nobody updates, because erased people would stay in them. */
export async function dropIdleBuilds(db: Backend['projector']): Promise<void> {
  await withFreeAdvisoryLock(db, VERIFY_LOCK, async () => {
    for (const build of await listBuilds(db)) if (isIdle(build)) await dropBuild(db, build.name)
  })
}

/** Those of the present version are folded by the product, kept or half made. */
function isIdle({ name, projection, version, state }: Build): boolean {
  const ours = PROJECTIONS.find((one) => one.name === projection)
  if (ours === undefined || state === 'active') return false
  // A newer program may still fill a newer version.
  return version < ours.version || name === verifyName(projection)
}
