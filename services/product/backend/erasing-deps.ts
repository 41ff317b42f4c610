import { setTimeout as sleep } from 'node:timers/promises'
import { evenFrozen } from '../../kernel/codec.ts'
import type { EraseAccountDeps } from '../../privacy/erasures/erase-account.ts'
import type { RetentionDeps } from '../../privacy/erasures/retention.ts'
import type { BlockDeps } from '../../privacy/rights/block-subject.ts'
import { profilesMadeFor, subscriptionsMadeFor } from '@app/projections/ids-made.ts'
import type { Backend } from './open-backend.ts'

/** What stands outside the database: the ledger, and mails that an erasure removes. */
export type BesideDatabase = Pick<RetentionDeps, 'ledger' | 'removeMailsTo' | 'removeMailsBefore'>

export const blockDepsOf = ({ subjects, store, keys, now, newId }: Backend): BlockDeps => ({
  store: evenFrozen(store),
  keys,
  now,
  newId,
  subjects,
})

export const erasingDepsOf = (
  { app: db, projector, sealed, store, keys, names, storedImages, now, newId }: Backend,
  beside: Pick<BesideDatabase, 'ledger' | 'removeMailsTo'>,
): EraseAccountDeps => ({
  db,
  sealed,
  store: evenFrozen(store),
  keys,
  names,
  storedImages,
  now,
  newId,
  ...beside,
  profilesMadeFor: (ownerId) => profilesMadeFor(projector, ownerId),
  subscriptionsMadeFor: (profileId, page) => subscriptionsMadeFor(projector, profileId, page),
  pause: (ms) => sleep(ms),
})
