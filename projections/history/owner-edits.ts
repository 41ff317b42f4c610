import { startOfDayMs, addDays } from '@app/contracts/calendar.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { createKysely } from '@app/postgres/kysely.ts'
import type { ReadDb } from '../read-db.ts'

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
  /** Of a picture. */
  readonly kind: string | undefined
  /** Names of changed fields; none where nobody can tell them any more. */
  readonly fields: readonly string[]
}

/** What the owner changed on these days, newest first: at most as much as a profile's stream takes. */
export async function listOwnerEdits(
  db: ReadDb,
  profileId: string,
  days: { readonly from: string; readonly to: string },
): Promise<readonly OwnerEdit[]> {
  const rows = await createKysely(db)
    .selectFrom('read.history')
    .select(['position', 'at', 'type', 'facts'])
    .where('entity', '=', profileStream(profileId))
    .where('actor_kind', '=', 'owner')
    .where('type', 'in', EDIT_TYPES)
    .where('at', '>=', String(startOfDayMs(days.from)))
    .where('at', '<', String(startOfDayMs(addDays(days.to, 1))))
    .orderBy('at', 'desc')
    .orderBy('position', 'desc')
    .limit(LIMITS.streamEventsMax)
    .execute()
  return rows.map(({ position, at, type, facts }) => ({
    position,
    at: Number(at),
    type: type as OwnerEdit['type'],
    kind: facts['kind'] as string | undefined,
    fields: (facts['fields'] as readonly string[] | undefined) ?? [],
  }))
}
