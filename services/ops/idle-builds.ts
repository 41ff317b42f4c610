import type { Build } from '@app/projections/runtime/build.ts'
import { dropBuild, listBuilds } from '@app/projections/runtime/builds.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { withFreeAdvisoryLock } from '@app/postgres/advisory-lock.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'

const VERIFY_LOCK = 7201003

/** Only one at a time builds read models to compare them: they would drop each other's copies. Undefined where somebody does. */
export async function whileNobodyVerifies<Result>(
  db: Backend['projector'],
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return (await withFreeAdvisoryLock(db, VERIFY_LOCK, work))?.result
}

/**
 * Drops copies of read models that nobody brings up to date: of a verification that was killed, or of a program of
 * before that never caught up. Whoever is forgotten would stay in them.
 */
export async function dropIdleBuilds(db: Backend['projector']): Promise<void> {
  await whileNobodyVerifies(db, async () => {
    for (const build of await listBuilds(db)) if (isIdle(build)) await dropBuild(db, build.name)
  })
}

function isIdle({ name, projection, version, state }: Build): boolean {
  const ours = PROJECTIONS.find((one) => one.name === projection)
  const isRun = state === 'active' || name === `${projection}_v${ours?.version}`
  // A newer program may be at work on its own.
  return !isRun && ours !== undefined && version <= ours.version
}
