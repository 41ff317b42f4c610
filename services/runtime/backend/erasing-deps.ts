import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EraseAccountDeps } from '@app/processes/erasures/erase-account.ts'
import { profilesMadeFor } from '@app/projections/profiles/owners.ts'
import { subscriptionsMadeFor } from '@app/projections/subscriptions/of-profile.ts'
import { createUnconfirmedReminders } from '@app/vault/mails/unconfirmed-reminders.ts'
import type { Backend } from './open-backend.ts'

/** The data that an erasure removes outside the database. */
export type BesideDatabase = Pick<EraseAccountDeps, 'ledger' | 'removeMailsTo'>

export const erasingDepsOf = (
  { app: db, projector, sealed, store, keys, names, storedImages, now, newId }: Backend,
  beside: BesideDatabase,
): EraseAccountDeps => ({
  db,
  sealed,
  store,
  keys,
  names,
  storedImages,
  now,
  newId,
  ...beside,
  profilesMadeFor: (ownerId) => profilesMadeFor(projector, ownerId),
  subscriptionsMadeFor: (profileId, page) => subscriptionsMadeFor(projector, profileId, page),
  unconfirmed: createUnconfirmedReminders({ db, keys, random: randomBytes, now }),
  pause: (ms) => sleep(ms),
})
