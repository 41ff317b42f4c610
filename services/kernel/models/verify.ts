import type { OnBatch } from '../step.ts'
import { createBuild, dropBuild, findActiveBuild } from './builds.ts'
import { compareBuilds, type Comparison } from './compare.ts'
import { foldUpTo, type FoldDeps } from './fold-build.ts'
import type { Projection } from './projection.ts'

/** Builds a projection a second time from zero, compares it row by row with the live one, and drops it again. */
export async function verifyProjection(
  { onProgress, ...deps }: FoldDeps & { readonly onProgress?: (position: bigint, target: bigint) => void },
  projection: Projection,
): Promise<Comparison> {
  const live = await findActiveBuild(deps.db, projection.name)
  if (live === undefined) throw new Error(`projection ${projection.name} has no active build`)
  const made = await createBuild(deps.db, projection, { storeId: live.storeId, now: deps.now() })
  try {
    const onBatch: OnBatch = (position) => onProgress?.(position, live.position)
    await foldUpTo({ ...deps, onBatch }, projection, made.name, live.position)
    return await compareBuilds(deps, projection, { live: live.name, other: made.name })
  } finally {
    await dropBuild(deps.db, made.name)
  }
}
