import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EraseAccountDeps } from '@app/processes/erasures/erase-account.ts'
import type { RetentionDeps } from '@app/processes/erasures/retention.ts'
import type { BlockDeps } from '@app/processes/rights/block-subject.ts'
import { profilesMadeFor, subscriptionsMadeFor } from '@app/projections/ids-made.ts'
import { createSubjectBlocks } from '@app/vault/keys/subject-blocks.ts'
import { createUnconfirmedReminders } from '@app/vault/mails/unconfirmed-reminders.ts'
import type { Backend } from './open-backend.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import { duePeople } from '@app/projections/people/queries.ts'
import type { ProjectionProgress } from '@app/projections/runtime/progress.ts'

/** What stands outside the database: ledgers, and mails that an erasure removes. */
export type BesideDatabase = Pick<RetentionDeps, 'ledger' | 'removeMailsTo' | 'removeMailsBefore'> &
  Pick<BlockDeps, 'blockLedger'>

export const blockDepsOf = (
  { app, evenBlocked: { store, keys }, now, newId }: Backend,
  { blockLedger }: Pick<BesideDatabase, 'blockLedger'>,
): BlockDeps => ({ store, keys, now, newId, blocks: createSubjectBlocks(app), blockLedger })

export const erasingDepsOf = (
  { app: db, projector, sealed, evenBlocked, names, storedImages, now, newId }: Backend,
  beside: Pick<BesideDatabase, 'ledger' | 'removeMailsTo'>,
): EraseAccountDeps => ({
  db,
  sealed,
  store: evenBlocked.store,
  keys: evenBlocked.keys,
  names,
  storedImages,
  now,
  newId,
  ...beside,
  profilesMadeFor: (ownerId) => profilesMadeFor(projector, ownerId),
  subscriptionsMadeFor: (profileId, page) => subscriptionsMadeFor(projector, profileId, page),
  unconfirmed: createUnconfirmedReminders({ db, keys: evenBlocked.keys, random: randomBytes, now }),
  pause: (ms) => sleep(ms),
})

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
