import type { ReadDb } from '@app/projections/read-db.ts'
import { duePeople } from '@app/projections/people/queries.ts'
import type { ProjectionProgress } from '@app/projections/runtime/progress/progress.ts'
import type { RetentionDeps } from '@app/processes/erasures/retention.ts'
import { createSubjectBlocks } from '@app/vault/keys/subject-blocks.ts'
import { erasingDepsOf, type BesideDatabase } from './erasing-deps.ts'
import type { Backend } from './open-backend.ts'

const ROWS = ['people']

interface Reading extends Pick<RetentionDeps, 'monotonicMs'> {
  readonly db: ReadDb
  readonly progress: Pick<ProjectionProgress, 'waitFor'>
  /** How long rows may be behind. */
  readonly rowsMsMax: number
}

export const retentionDepsOf = (
  backend: Backend,
  beside: Omit<BesideDatabase, 'blockLedger'>,
  { db, progress, rowsMsMax, monotonicMs }: Reading,
): RetentionDeps => ({
  ...erasingDepsOf(backend, beside),
  removeMailsBefore: beside.removeMailsBefore,
  duePeople: (page) => duePeople({ db }, page),
  rowsUpTo: (position) => progress.waitFor(position, rowsMsMax, ROWS),
  blocked: createSubjectBlocks(backend.app).since,
  monotonicMs,
})
