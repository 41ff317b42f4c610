import type { EditMarker } from '@app/contracts/analytics.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { spanOfRange, type Range } from '@app/contracts/traffic/ranges.ts'
import { listOwnerEdits, type OwnerEdit } from '@app/projections/history/queries.ts'
import type { AnalysedProfile } from '@app/projections/profiles/list-profiles.ts'
import type { Ctx } from '../platform/ctx.ts'

type Changed = EditMarker['what'][number]

const TEXTS: readonly string[] = ['name', 'lastname', 'position', 'company', 'bio']
const PICTURES: Readonly<Record<string, Changed>> = {
  'profile-image': 'photo',
  'company-logo': 'logo',
  'background-image': 'background',
}

function changedBy({ type, kind, fields }: OwnerEdit): readonly Changed[] {
  switch (type) {
    case 'ProfileEdited':
      return [...new Set(fields.map((field) => (TEXTS.includes(field) ? 'texts' : 'links')))]
    case 'ProfileImageSet':
    case 'ProfileImageRemoved':
      return [PICTURES[kind ?? ''] ?? 'photo']
    case 'ThemeApplied':
      return ['theme']
    case 'ProfileSlugChanged':
      return ['slug']
  }
}

export async function editMarkers(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { profile, firstDay }: AnalysedProfile,
  range: Range,
): Promise<EditMarker[]> {
  const today = dayInSantiago(now().getTime())
  const byDay = new Map<string, EditMarker>()
  for (const edit of await listOwnerEdits(db, profile.id, spanOfRange(range, today, firstDay))) {
    const changed = changedBy(edit)
    if (changed.length === 0) continue
    const day = dayInSantiago(edit.at)
    const { version, what } = byDay.get(day) ?? { version: edit.version, what: [] }
    byDay.set(day, { day, version, what: [...new Set([...what, ...changed])] })
  }
  return [...byDay.values()].reverse()
}
