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

interface OwnerWordsRow {
  readonly owner_id: string
  readonly of_name: readonly number[]
  readonly of_email: readonly number[]
}

const ownerWordsRows = (seals: RowSeals): RowFold<OwnerWordsRow, AccountFact> => ({
  table: 'profile_owner_words',
  key: 'owner_id',
  keyType: 'text',
  columns: ['owner_id', 'of_name', 'of_email'],
  keyOf: ({ accountId }) => accountId,
  evolve: (row, { accountId, event }) => {
    const wordsOf = (text: string) => searchWordsOf(seals, PROFILES_LIST, [text])
    switch (event.type) {
      // Without texts once the account's key is destroyed.
      case 'AccountRegistered': {
        const { name, email } = event.data
        if (name === undefined || email === undefined) return row
        return { owner_id: accountId, of_name: wordsOf(name), of_email: wordsOf(email) }
      }
      case 'AccountRenamed': {
        const { name } = event.data
        if (name === undefined) return row
        return { owner_id: accountId, of_name: wordsOf(name), of_email: row?.of_email ?? [] }
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
 * Keeps the words of owners' names and e-mails, and gives them to their profiles, of which an account has at most
 * `profilesMax`, and to profiles that are new.
 */
export async function foldOwnerWords(
  tx: BuildTransaction,
  facts: readonly AccountFact[],
  newProfileIds: readonly string[],
): Promise<void> {
  const { seals } = tx
  if (seals === undefined) throw new Error('profile_owner_words has nothing to be hashed with')
  if (facts.length > 0) {
    await foldRows(tx, ownerWordsRows(seals), facts)
    await giveOwnerWords(tx, 'owner_id = any($1::text[])', [
      ...new Set(facts.map(({ accountId }) => accountId)),
    ])
  }
  if (newProfileIds.length > 0) await giveOwnerWords(tx, 'id = any($1::uuid[])', uuidsAmong(newProfileIds))
}

const giveOwnerWords = (tx: BuildTransaction, which: string, keys: readonly string[]) =>
  tx.query(
    `update profiles p set owner_words = coalesce(
       (select o.of_name || o.of_email from profile_owner_words o where o.owner_id = p.owner_id), '{}')
     where p.${which}`,
    [keys],
  )
