import { sql, type RawBuilder } from 'kysely'
import { hasWord, isFoundByEach } from '../lists/search-words.ts'
import type { RowSeals } from '../row-seals.ts'

/** Whether a profile, or its owner, has a word that begins like each word of the search. */
export const isProfileFoundBy = (
  seals: Pick<RowSeals, 'searchWord'>,
  search: string,
): RawBuilder<boolean> | undefined =>
  isFoundByEach(
    search,
    (word) => sql<boolean>`(${hasWord(seals, { list: 'profiles', row: 'p', word })} or p.owner_id in (
      select o.id from read.accounts o where ${hasWord(seals, { list: 'accounts', row: 'o', word })}))`,
  )
