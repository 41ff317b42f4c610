import type { Actor } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { eraseAccount } from './erase-account.ts'
import { eraseProfiles, eraseSubscriptions } from './erase-profile.ts'
import { shred, type ErasedKey, type Erasing } from './shred.ts'

const [ACCOUNT, PROFILE, SUBSCRIPTION] = [accountStream(''), profileStream(''), subscriptionStream('')]
const PAGE = 500

/** Repeats erasures that a restored backup has undone: the ledger has the very key. @returns restored keys */
export async function applyErasures(deps: Erasing, actor: Actor): Promise<number> {
  const back = await keysThatAreBack(deps, await deps.ledger.read())
  // An account's erasure includes its profiles, and a profile's its visitors and subscribers.
  for (const prefix of [ACCOUNT, PROFILE, ''])
    for (const erased of back.filter(({ subject }) => subject.startsWith(prefix))) {
      if ((await keysThatAreBack(deps, [erased])).length === 0) continue
      await eraseWhole(deps, erased.subject, actor)
      await shred(deps, erased.subject, actor)
    }
  return back.length
}

/** Entries of the ledger whose very key the vault has. */
async function keysThatAreBack(
  { keys }: Pick<Erasing, 'keys'>,
  entries: readonly ErasedKey[],
): Promise<readonly ErasedKey[]> {
  const back: ErasedKey[] = []
  for (let from = 0; from < entries.length; from += PAGE) {
    const page = entries.slice(from, from + PAGE)
    const ids = await keys.idsOf(page.map(({ subject }) => subject))
    back.push(...page.filter(({ subject, keyId }) => ids.get(subject) === keyId))
  }
  return back
}

async function eraseWhole(deps: Erasing, subject: string, actor: Actor): Promise<void> {
  if (subject.startsWith(PROFILE)) await eraseProfiles(deps, [subject.slice(PROFILE.length)], actor)
  if (subject.startsWith(SUBSCRIPTION))
    await eraseSubscriptions(deps, [subject.slice(SUBSCRIPTION.length)], actor)
  if (!subject.startsWith(ACCOUNT)) return
  try {
    await eraseAccount(deps, subject.slice(ACCOUNT.length), actor)
  } catch (error) {
    // The last administrator of the restored data: their personal data is shredded all the same.
    if (!(error instanceof Refusal)) throw error
  }
}
