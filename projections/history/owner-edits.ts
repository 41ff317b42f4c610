import { startOfDayMs, addDays } from '@app/contracts/calendar.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { ReadDb } from '@app/services/kernel/models/projection.ts'

const EDIT_TYPES = [
  'ProfileEdited',
  'ProfileImageSet',
  'ProfileImageRemoved',
  'ThemeApplied',
  'ProfileSlugChanged',
] as const

export interface OwnerEdit {
  readonly version: number
  readonly at: number
  readonly type: (typeof EDIT_TYPES)[number]
  readonly kind: string | undefined
  readonly fields: readonly string[]
}

type EditRow = Pick<OwnerEdit, 'type'> & {
  readonly revision: string
  readonly at: string
  readonly kind: string | null
  readonly fields: readonly string[] | null
}

/** A profile ends at so many edits. */
const EDITS = `
  select revision, at, type, facts->>'kind' as kind, facts->'fields' as fields from read.history
  where entity = $1 and actor_kind = 'owner' and type = any($2::text[]) and at >= $3 and at < $4
  order by at desc, position desc limit ${LIMITS.streamEventsMax}`

export async function listOwnerEdits(
  db: ReadDb,
  profileId: string,
  days: { readonly from: string; readonly to: string },
): Promise<readonly OwnerEdit[]> {
  const { rows } = await db.query<EditRow>({
    name: 'owner-edits',
    text: EDITS,
    values: [
      profileStream(profileId),
      EDIT_TYPES,
      startOfDayMs(days.from),
      startOfDayMs(addDays(days.to, 1)),
    ],
  })
  return rows.map(({ revision, at, type, kind, fields }) => ({
    version: Number(revision) + 1,
    at: Number(at),
    type,
    kind: kind ?? undefined,
    fields: fields ?? [],
  }))
}
