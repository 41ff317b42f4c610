import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { quotationStream } from '@app/contracts/events/quotation-events.ts'
import { BLOCKED_TEXT } from '@app/contracts/fields/blocked.ts'
import { UUID } from '@app/contracts/fields/uuid.ts'
import { createKysely } from '@app/postgres/kysely.ts'
import { sql } from 'kysely'
import { openAccountTexts } from '../accounts/queries.ts'
import { isFoundBy } from '../lists/search-words.ts'
import { decryptedTextOf, isProfileFoundBy, type SealedRows } from '../profiles/queries.ts'
import { companiesOf } from '../quotations/queries.ts'

interface NamedProfile {
  /** Empty where it has none. */
  readonly name: string
  readonly slug: string
}

/** Present names of what a page of the history is about; `Dato bloqueado` where they are blocked. */
export interface HistoryNames {
  /** Undefined for an account that is erased, or that somebody registered later with the same e-mail. */
  accountName(id: string, atMs: number): string | undefined
  profile(id: string): NamedProfile | undefined
  company(quotationId: string): string | undefined
}

const idsWith = (prefix: string, entities: ReadonlySet<string>): readonly string[] =>
  [...entities].flatMap((entity) => (entity.startsWith(prefix) ? [entity.slice(prefix.length)] : []))

/** @param entities streams of profiles, accounts and quotations; others are passed over */
export async function openHistoryNames(
  deps: SealedRows,
  entities: ReadonlySet<string>,
): Promise<HistoryNames> {
  const profileIds = idsWith(profileStream(''), entities).filter((id) => UUID.test(id))
  const [textOf, profiles, companies] = await Promise.all([
    openAccountTexts(deps, idsWith(accountStream(''), entities)),
    openProfiles(deps, profileIds),
    companiesOf(deps, idsWith(quotationStream(''), entities)),
  ])
  return {
    accountName: (id, atMs) => {
      const text = textOf(id, atMs)
      return text?.isBlocked ? BLOCKED_TEXT : text?.name
    },
    profile: (id) => profiles.get(id),
    company: (id) => companies.get(id),
  }
}

async function openProfiles(
  { db, seals }: SealedRows,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedProfile>> {
  if (ids.length === 0) return new Map()
  const [sealer, rows] = await Promise.all([
    seals.of(ids.map(profileStream)),
    createKysely(db)
      .selectFrom('read.profiles')
      .select(['id', 'words'])
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute(),
  ])
  const named = rows.map((row) => {
    if (sealer.isBlocked(profileStream(row.id))) return [row.id, { name: BLOCKED_TEXT, slug: '' }] as const
    const { name, lastname, slug } = decryptedTextOf(sealer, row)
    return [row.id, { name: `${name} ${lastname}`.trim(), slug }] as const
  })
  return new Map(named)
}

/** Ids of the accounts with words that begin like those of a search. */
export async function findAccountIds(
  { db, seals }: SealedRows,
  search: string,
  limit: number,
): Promise<readonly string[]> {
  const found = isFoundBy(seals, { list: 'accounts', row: 'a', search })
  if (found === undefined) return []
  const rows = await createKysely(db)
    .selectFrom('read.accounts as a')
    .select('a.id')
    .where(found)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Streams of the profiles and accounts with words that begin like those of a search. */
export async function findEntities(
  deps: SealedRows,
  search: string,
  limit: number,
): Promise<readonly string[]> {
  const found = isProfileFoundBy(deps.seals, search)
  if (found === undefined) return []
  const [accountIds, profiles] = await Promise.all([
    findAccountIds(deps, search, limit),
    createKysely(deps.db).selectFrom('read.profiles as p').select('p.id').where(found).limit(limit).execute(),
  ])
  return [...accountIds.map(accountStream), ...profiles.map(({ id }) => profileStream(id))]
}
