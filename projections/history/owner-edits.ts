import { startOfDayMs, addDays, ZONE } from '@app/contracts/calendar.ts'
import { accountStream } from '@app/contracts/accounts.ts'
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
  readonly position: string
  readonly at: number
  readonly type: (typeof EDIT_TYPES)[number]
  /** A picture's. */
  readonly kind: string | undefined
  /** Names of changed fields; none where nobody can tell them any more. */
  readonly fields: readonly string[]
}

type EditRow = Pick<OwnerEdit, 'position' | 'type'> & {
  readonly at: string
  readonly kind: string | null
  readonly fields: readonly string[] | null
}

/** A profile ends at so many edits. */
const EDITS = `
  select position, at, type, facts->>'kind' as kind, facts->'fields' as fields from read.history
  where entity = $1 and actor_kind = 'owner' and type = any($2::text[]) and at >= $3 and at < $4
  order by at desc, position desc limit ${LIMITS.streamEventsMax}`

/** The owner's changes on these days, newest first. */
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
  return rows.map(({ position, at, type, kind, fields }) => ({
    position,
    at: Number(at),
    type,
    kind: kind ?? undefined,
    fields: fields ?? [],
  }))
}

/** Events that close a public page or open it again. */
const OPENED_OR_CLOSED = [
  'ProfileDeactivated',
  'ProfileActivated',
  'AccountDeactivated',
  'AccountReactivated',
  'SubjectBlocked',
  'SubjectUnblocked',
] as const

/** The days, within two, on which a profile's page was closed or opened, by itself or with its owner's account. */
export async function listClosingDays(
  db: ReadDb,
  { id, ownerId }: { readonly id: string; readonly ownerId: string },
  days: { readonly from: string; readonly to: string },
): Promise<readonly string[]> {
  const { rows } = await db.query<{ day: string }>({
    name: 'closing-days',
    text: `select distinct (to_timestamp(at / 1000.0) at time zone $5)::date::text as day from read.history
      where entity = any($1::text[]) and type = any($2::text[]) and at >= $3 and at < $4
        and starts_with(entity, coalesce(facts->>'subject', ''))`,
    values: [
      [profileStream(id), accountStream(ownerId)],
      OPENED_OR_CLOSED,
      startOfDayMs(days.from),
      startOfDayMs(addDays(days.to, 1)),
      ZONE,
    ],
  })
  return rows.map(({ day }) => day)
}
