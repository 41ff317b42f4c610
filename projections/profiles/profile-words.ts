import { NO_DETAILS, type ProfileDetails } from '@app/contracts/events/profile-events.ts'
import { sql, type RawBuilder } from 'kysely'
import { ACCOUNTS_LIST } from '../accounts/projection.ts'
import { isFoundByEach, searchWordsOf } from '../lists/search-words.ts'
import type { RowSeals } from '../row-seals.ts'

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

/** Whether a profile, or its owner, has a word that begins like each word of the search. */
export const isProfileFoundBy = (
  seals: Pick<RowSeals, 'searchWord'>,
  search: string,
): RawBuilder<boolean> | undefined =>
  isFoundByEach(search, (word) => {
    const [own, owners] = [PROFILES_LIST, ACCOUNTS_LIST].map((list) => [seals.searchWord(list, word)])
    return sql<boolean>`(p.own_words @> ${own}::bigint[] or p.owner_id in (
      select o.id from read.accounts o where o.search_words @> ${owners}::bigint[]))`
  })
