import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import type { BuildTransaction } from '../runtime/projection.ts'
import { foldRows, uuidsAmong, type RowFold } from '../runtime/row-fold.ts'

interface SlugFact {
  readonly id: string
  readonly event: PastEvent
}

type SlugSaid = Pick<SlugRow, 'slug_name' | 'profile_id'>

interface SlugRow {
  readonly slug_name: string
  readonly profile_id: string
  /** The profile changed this slug, and changed back to it. */
  readonly has_come_back: boolean
}

/** Earlier slugs of a profile stay as aliases. Slugs of deleted profiles stay too, but find no profile. */
const slugRows: RowFold<SlugRow, SlugSaid> = {
  table: 'profile_slugs',
  key: 'slug_name',
  keyType: 'text',
  keyOf: ({ slug_name }) => slug_name,
  evolve: (row, fact) => ({ ...fact, has_come_back: row !== undefined }),
}

const slugIn = ({ event }: SlugFact): string | undefined =>
  event.type === 'ProfileCreated' || event.type === 'ProfileSlugChanged' ? event.data.slug : undefined

/** Deletes the slugs of erased profiles. Events after the erasure are sealed with a new key, so their slugs are kept. */
export async function foldSlugs(tx: BuildTransaction, facts: readonly SlugFact[]): Promise<void> {
  const { seals } = tx
  if (seals === undefined) throw new Error('profile_slugs has nothing to be named with')
  const forgottenAt = new Map(
    facts.flatMap(({ id, event }, place) => (event.type === 'SubjectErased' ? [[id, place] as const] : [])),
  )
  if (forgottenAt.size > 0)
    await tx.query('delete from profile_slugs where profile_id = any($1::uuid[])', [
      uuidsAmong([...forgottenAt.keys()]),
    ])
  const rows = facts.flatMap((fact, place): readonly SlugSaid[] => {
    const slug = place > (forgottenAt.get(fact.id) ?? -1) ? slugIn(fact) : undefined
    return slug === undefined ? [] : [{ slug_name: seals.slugName(slug), profile_id: fact.id }]
  })
  if (rows.length > 0) await foldRows(tx, slugRows, rows)
}
