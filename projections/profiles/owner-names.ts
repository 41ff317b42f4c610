import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import { searchWordsOf } from '../lists/search-words.ts'
import type { RowSeals } from '../row-seals.ts'
import type { BuildTransaction } from '../runtime/projection.ts'
import { foldRows, uuidsAmong, type RowFold } from '../runtime/row-fold.ts'

/** Words are hashed for one list: the same name has another hash in the list of accounts. */
export const PROFILES_LIST = 'profiles'

interface AccountFact {
  readonly accountId: string
  readonly event: PastEvent
}

interface OwnerNameRow {
  readonly owner_id: string
  readonly words: readonly string[]
}

const ownerNameRows = (seals: RowSeals): RowFold<OwnerNameRow, AccountFact> => ({
  table: 'profile_owner_names',
  key: 'owner_id',
  keyType: 'text',
  columns: ['owner_id', 'words'],
  keyOf: ({ accountId }) => accountId,
  evolve: (row, { accountId, event }) => {
    switch (event.type) {
      case 'AccountRegistered':
      case 'AccountRenamed': {
        const { name } = event.data
        // Without a name once the account's key is destroyed.
        if (name === undefined) return row
        return { owner_id: accountId, words: searchWordsOf(seals, PROFILES_LIST, [name]) }
      }
      case 'AccountErased':
      case 'SubjectErased':
        return undefined
      default:
        throw new Error(`the profiles projection does not read ${event.type}`)
    }
  },
})

/**
 * Keeps owners' names, and gives them to their profiles, of which an account has at most `profilesMax`, and to profiles
 * that are new.
 */
export async function foldOwnerNames(
  tx: BuildTransaction,
  facts: readonly AccountFact[],
  newProfileIds: readonly string[],
): Promise<void> {
  const { seals } = tx
  if (seals === undefined) throw new Error('profile_owner_names has nothing to be hashed with')
  if (facts.length > 0) {
    await foldRows(tx, ownerNameRows(seals), facts)
    await nameOwners(tx, 'owner_id = any($1::text[])', [...new Set(facts.map(({ accountId }) => accountId))])
  }
  if (newProfileIds.length > 0) await nameOwners(tx, 'id = any($1::uuid[])', uuidsAmong(newProfileIds))
}

const nameOwners = (tx: BuildTransaction, which: string, keys: readonly string[]) =>
  tx.query(
    `update profiles p set owner_words = coalesce(
       (select o.words from profile_owner_names o where o.owner_id = p.owner_id), '{}')
     where p.${which}`,
    [keys],
  )
