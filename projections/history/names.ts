import { accountStream } from '@app/contracts/accounts.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { quotationStream } from '@app/contracts/quotations.ts'
import { BLOCKED_TEXT, UUID } from '@app/contracts/fields/text.ts'
import { createKysely } from '@app/services/platform/postgres/tables/database.ts'
import { sql } from 'kysely'
import { openAccountTexts } from '../accounts/queries.ts'
import { isFoundBy } from '@app/services/kernel/models/row-seals.ts'
import { isProfileFoundBy } from '../profiles/list-profiles.ts'
import { decryptedTextOf, type SealedRows } from '../profiles/queries.ts'
import { openWords } from '../lists/list-pages.ts'
import type { QuotationText } from '../quotations/read-model.ts'

export interface HistoryNames {
  /** A person, a profile's person or a company. Events before an account was registered again get no name of it. */
  nameOf(stream: string, atMs: number): string | undefined
  slugOf(stream: string): string | undefined
}

const [ACCOUNT, PROFILE, QUOTATION] = [accountStream(''), profileStream(''), quotationStream('')]
const idsWith = (prefix: string, streams: ReadonlySet<string>): readonly string[] =>
  [...streams].flatMap((stream) => (stream.startsWith(prefix) ? [stream.slice(prefix.length)] : []))
const validOf = (ids: readonly string[]) => sql<string>`any(${ids.filter((id) => UUID.test(id))}::uuid[])`

/** @param streams those of profiles, accounts and quotations; others are passed over */
export async function openHistoryNames(
  deps: SealedRows,
  streams: ReadonlySet<string>,
): Promise<HistoryNames> {
  const [accountOf, profiles, companies] = await Promise.all([
    openAccountTexts(deps, idsWith(ACCOUNT, streams)),
    openProfiles(deps, idsWith(PROFILE, streams)),
    openCompanies(deps, idsWith(QUOTATION, streams)),
  ])
  return {
    nameOf: (stream, atMs) => {
      if (!stream.startsWith(ACCOUNT)) return profiles.get(stream)?.name ?? companies.get(stream)
      const account = accountOf(stream.slice(ACCOUNT.length), atMs)
      return account?.isBlocked ? BLOCKED_TEXT : account?.name
    },
    slugOf: (stream) => profiles.get(stream)?.slug,
  }
}

interface NamedProfile {
  readonly name: string
  readonly slug: string
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
      .where('id', '=', validOf(ids))
      .execute(),
  ])
  return new Map(
    rows.map((row) => {
      const stream = profileStream(row.id)
      const { name, lastname, slug } = decryptedTextOf(sealer, row)
      const named = { name: `${name} ${lastname}`.trim(), slug }
      return [stream, sealer.isBlocked(stream) ? { name: BLOCKED_TEXT, slug: '' } : named]
    }),
  )
}

async function openCompanies(
  { db, seals }: SealedRows,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await createKysely(db)
    .selectFrom('read.quotations')
    .select(['subject', 'words'])
    .where('id', '=', validOf(ids))
    .execute()
  const opened = await openWords<QuotationText>(seals, 'quotations', rows)
  return new Map(
    rows.flatMap(({ subject }, nth) => {
      const { words, isBlocked } = opened[nth]!
      const company = isBlocked ? BLOCKED_TEXT : words?.company
      return company === undefined ? [] : [[subject, company] as const]
    }),
  )
}

export async function findAccountIds(
  { db, seals }: SealedRows,
  search: string,
  limit: number,
): Promise<readonly string[]> {
  const match = isFoundBy(seals, { list: 'accounts', row: 'a', search })
  if (match === undefined) return []
  const rows = await createKysely(db)
    .selectFrom('read.accounts as a')
    .select('a.id')
    .where(match)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function findEntities(
  deps: SealedRows,
  search: string,
  limit: number,
): Promise<readonly string[]> {
  const match = isProfileFoundBy(deps.seals, search)
  if (match === undefined) return []
  const [accountIds, profiles] = await Promise.all([
    findAccountIds(deps, search, limit),
    createKysely(deps.db).selectFrom('read.profiles as p').select('p.id').where(match).limit(limit).execute(),
  ])
  return [...accountIds.map(accountStream), ...profiles.map(({ id }) => profileStream(id))]
}
