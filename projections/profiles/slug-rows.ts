import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import type { BuildTransaction } from '../runtime/projection.ts'
import { foldRows, uuidsAmong, type RowFold } from '../runtime/row-fold.ts'

/** Of one profile. */
interface SlugFact {
  readonly id: string
  readonly event: PastEvent
}

interface SlugRow {
  readonly slug_name: string
  readonly profile_id: string
}

/** A slug that was ever a profile's stays its alias; what a deleted profile leaves behind leads nowhere. */
const slugRows: RowFold<SlugRow, SlugRow> = {
  table: 'profile_slugs',
  key: 'slug_name',
  keyType: 'text',
  columns: ['slug_name', 'profile_id'],
  keyOf: ({ slug_name }) => slug_name,
  evolve: (_row, fact) => fact,
}

const slugIn = ({ event }: SlugFact): string | undefined =>
  event.type === 'ProfileCreated' || event.type === 'ProfileSlugChanged' ? event.data.slug : undefined

/** The slugs of a forgotten person go. What is said of the profile behind that stays: its words have a new key. */
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
  const rows = facts.flatMap((fact, place): readonly SlugRow[] => {
    const slug = place > (forgottenAt.get(fact.id) ?? -1) ? slugIn(fact) : undefined
    return slug === undefined ? [] : [{ slug_name: seals.slugName(slug), profile_id: fact.id }]
  })
  if (rows.length > 0) await foldRows(tx, slugRows, rows)
}
