import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import { NO_DETAILS, type ProfileDetails } from '@app/contracts/events/profile-events.ts'
import { searchWordsOf } from '../lists/search-words.ts'
import type { RowSeals } from '../row-seals.ts'
import type { BuildTransaction } from '../runtime/projection.ts'
import { foldRows, uuidsAmong, type RowFold } from '../runtime/row-fold.ts'

/** Words are hashed for one list: the same name has another hash in the list of accounts. */
export const PROFILES_LIST = 'profiles'

/** Of a profile itself. Nobody finds what nobody may read. */
export function ownWordsOf(
  seals: RowSeals,
  { details, slug, is_blocked: isBlocked }: Worded,
): readonly number[] {
  if (isBlocked) return []
  const { name, lastname, company } = details ?? NO_DETAILS
  return searchWordsOf(seals, PROFILES_LIST, [name, lastname, company, slug ?? ''])
}

interface Worded {
  readonly details: ProfileDetails | null
  readonly slug: string | null
  readonly is_blocked: boolean
}

interface AccountFact {
  readonly accountId: string
  readonly event: PastEvent
}

interface OwnerWordsRow {
  readonly owner_id: string
  readonly of_name: readonly number[]
  readonly of_email: readonly number[]
  /** Then no profile is found by them. */
  readonly is_blocked: boolean
}

const ownerWordsRows = (seals: RowSeals): RowFold<OwnerWordsRow, AccountFact> => ({
  table: 'profile_owner_words',
  key: 'owner_id',
  keyType: 'text',
  keyOf: ({ accountId }) => accountId,
  evolve: (row, { accountId, event }) => {
    const wordsOf = (text: string) => searchWordsOf(seals, PROFILES_LIST, [text])
    switch (event.type) {
      // Without texts once the account's key is destroyed.
      case 'AccountRegistered': {
        const { name, email } = event.data
        if (name === undefined || email === undefined) return row
        return { owner_id: accountId, of_name: wordsOf(name), of_email: wordsOf(email), is_blocked: false }
      }
      case 'AccountRenamed': {
        const { name } = event.data
        if (name === undefined) return row
        const { of_email = [], is_blocked = false } = row ?? {}
        return { owner_id: accountId, of_name: wordsOf(name), of_email, is_blocked }
      }
      case 'SubjectBlocked':
      case 'SubjectUnblocked':
        return row && { ...row, is_blocked: event.type === 'SubjectBlocked' }
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
       (select o.of_name || o.of_email from profile_owner_words o where o.owner_id = p.owner_id and not o.is_blocked), '{}')
     where p.${which}`,
    [keys],
  )
