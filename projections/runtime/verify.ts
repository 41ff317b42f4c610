import type { OnBatch } from '@app/kernel/step.ts'
import { createBuild, dropBuild, findActiveBuild } from './builds.ts'
import { foldUpTo, type FoldDeps } from './fold-build.ts'
import type { Projection } from './projection.ts'
import { compareBuilds, type Comparison } from './rebuild/compare.ts'

/** Builds a projection a second time from zero, compares it row by row with the live one, and drops it again. */
export async function verifyProjection(
  { onProgress, ...deps }: FoldDeps & { readonly onProgress?: (position: bigint, target: bigint) => void },
  projection: Projection,
  name: string,
): Promise<Comparison> {
  const live = await findActiveBuild(deps.db, projection.name)
  if (live === undefined) throw new Error(`projection ${projection.name} has no active build`)
  const fresh = await createBuild(deps.db, projection, { name, storeId: live.storeId, now: deps.now() })
  try {
    const onBatch: OnBatch = (position) => onProgress?.(position, live.position)
    await foldUpTo({ ...deps, onBatch }, projection, name, live.position)
    return await compareBuilds(deps, projection, { live, fresh })
  } finally {
    await dropBuild(deps.db, name)
  }
}
