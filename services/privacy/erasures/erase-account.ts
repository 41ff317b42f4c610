import { isStoreError, type Actor } from '@app/contracts/event-store.ts'
import { DEMO_PROFILE_ID } from '@app/contracts/product.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { NO_DETAILS, profileStream } from '@app/contracts/profiles.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Account, RegisteredAccount } from '../../accounts/account-state.ts'
import { account } from '../../accounts/account.ts'
import { readStream } from '../../kernel/codec.ts'
import { append, envelop, hasEvents, load, causeBy } from '../../kernel/commands.ts'
import { logPages } from '../../kernel/log-pages.ts'
import { removeLogins } from '../../accounts/credentials.ts'
import { withFreeAdvisoryLock, type AdvisoryLock } from '../../platform/postgres/in-transaction.ts'
import { endRights } from '../../accounts/change-administrators.ts'
import { createProfile } from '../../profiles/create-profile.ts'
import { eraseProfiles } from './erase-profile.ts'
import { finishShredding, shred, type Erasing } from './shred.ts'
import type { Reaction } from '../../kernel/reaction.ts'

const ATTEMPTS_MAX = 8
const [ACCOUNT, PROFILE] = [accountStream(''), profileStream('')]

/**
 * AccountErased comes last, and only if nothing was written since the key was destroyed; until then the e-mail is
 * taken. The lock keeps a late second call from destroying the key of an account registered again.
 * @throws Refusal last-administrator, in-progress: before anything is done
 */
export const eraseAccount = (deps: Erasing, accountId: string, actor: Actor): Promise<void> =>
  locked(deps, accountId, (lock) => eraseLocked(deps, accountId, actor, lock))

/** Does nothing for an account that was erased, or was registered again since. @throws Refusal in-progress */
export const finishErasure = (deps: Erasing, accountId: string, actor: Actor): Promise<void> =>
  locked(deps, accountId, async (lock) => {
    const { state } = await load(deps.store, account, accountStream(accountId))
    if (state.status === 'unknown' || !state.isErasing) return
    await eraseLocked(deps, accountId, actor, lock)
  })

async function locked(
  { db }: Erasing,
  accountId: string,
  work: (lock: AdvisoryLock) => Promise<void>,
): Promise<void> {
  if ((await withFreeAdvisoryLock(db, `erasing ${accountId}`, work)) === undefined)
    throw new Refusal('in-progress')
}

async function eraseLocked(
  deps: Erasing,
  accountId: string,
  actor: Actor,
  lock: AdvisoryLock,
): Promise<void> {
  const stream = accountStream(accountId)
  const before = await load(deps.store, account, stream)
  if (before.state.status === 'registered') await endRights(deps, accountId, 'Deactivate', actor)
  await finishShredding(deps, actor)
  for (let attempt = 1; ; attempt += 1) {
    const { state } = await load(deps.store, account, stream)
    if (state.status === 'registered') await fillSlots(deps, accountId, state, actor)
    await eraseProfiles(deps, await profilesOf(deps, accountId), actor)
    if (state.status === 'unknown') return
    // Loaded again, because the deletion of profiles has freed their slots on this stream.
    const emptied = await load(deps.store, account, stream)
    if (hasSlots(emptied.state) && attempt < ATTEMPTS_MAX) continue // a slot was taken meanwhile
    await lock.assertHeld()
    await removeLogins(deps.db, accountId)
    await shred(deps, stream, actor)
    // Later a worker finds no key; a copy written at this instant stays a week.
    await deps.removeMails()
    const events = account
      .decide({ type: 'EraseAccount' }, emptied.state)
      .map((event) => envelop(event, deps.newId(), causeBy(deps, actor)))
    try {
      return void (await append(deps.store, stream, emptied.expected, events))
    } catch (error) {
      if (!isStoreError(error, 'Conflict') || attempt === ATTEMPTS_MAX) throw error
    }
  }
}

const hasSlots = (state: Account): boolean => state.status === 'registered' && state.slots.length > 0

/** Makes empty profiles in slots without one, so that a concurrent call cannot make them with personal data. */
async function fillSlots(
  deps: Erasing,
  ownerId: string,
  { slots }: RegisteredAccount,
  actor: Actor,
): Promise<void> {
  for (const profileId of slots) {
    if (await hasEvents(deps.store, profileStream(profileId))) continue
    const nobody = { ownerId, name: '', details: NO_DETAILS }
    await createProfile(deps, { ...nobody, profileId, cause: causeBy(deps, actor) }).catch(unlessGone)
  }
}

function unlessGone(error: unknown): void {
  if (!(error instanceof Refusal) || error.code !== 'not-found') throw error
}

/** Also deleted ones and those without a slot: from a read model, and from the log beyond it. */
async function profilesOf(deps: Erasing, ownerId: string): Promise<readonly string[]> {
  const { sealed, profilesMadeFor } = deps
  const { ids, upTo } = await profilesMadeFor(ownerId)
  const profileIds = new Set(ids)
  for await (const page of logPages(sealed, upTo, { filter: { types: ['ProfileCreated'] } }))
    for (const { stream, data } of page.events)
      if (data.ownerId === ownerId) profileIds.add(stream.slice(PROFILE.length))
  if (profileIds.has(DEMO_PROFILE_ID) && (await isAsMade(deps))) profileIds.delete(DEMO_PROFILE_ID)
  return [...profileIds]
}

/** Far more than the product itself appends. */
const MADE_EVENTS_MAX = 200
const OWN_WORDS: ReadonlySet<string> = new Set(['ProfileEdited', 'ProfileImageSet', 'ProfileSlugChanged'])

/** An unedited demo profile contains nothing of its owner; an edited one may. */
async function isAsMade({ store }: Erasing): Promise<boolean> {
  const events = await readStream(store, profileStream(DEMO_PROFILE_ID), { limit: MADE_EVENTS_MAX })
  const isMade = events.every(({ type, meta }) => !OWN_WORDS.has(type) || meta.actor.kind === 'system')
  return events.length < MADE_EVENTS_MAX && isMade
}

/** Completes erasures whose process died. @param finish throws Refusal in-progress while another process erases */
export const erasureReaction = (finish: (accountId: string, actor: Actor) => Promise<void>): Reaction => ({
  name: 'account-erasure',
  types: ['AccountErasureRequested'],
  isNeverSkipped: true,
  react: (_context, { stream, meta }) => finish(stream.slice(ACCOUNT.length), meta.actor),
})
