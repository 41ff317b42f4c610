import type { EditMarker } from '@app/contracts/analytics.ts'
import { addDays, dayInSantiago, startOfDayMs } from '@app/contracts/calendar.ts'
import { spanOfRange, type Range } from '@app/contracts/traffic/ranges.ts'
import { listClosingDays, listOwnerEdits, type OwnerEdit } from '@app/projections/history/owner-edits.ts'
import type { AnalysedProfile } from '@app/projections/profiles/queries.ts'
import type { ReadDb } from '../kernel/models/projection.ts'
import { sumsAroundDays, type AroundDay } from '@app/projections/traffic/queries.ts'

type Edit = EditMarker['edits'][number]

/** Days before and after. The day of the edit is partly both, so it is in neither. */
const EFFECT_DAYS = 14
/** With fewer, chance alone moves clicks by half. */
const VISITS_MIN = 20

const TEXTS: readonly string[] = ['name', 'lastname', 'position', 'company', 'bio']
const PICTURES: Readonly<Record<string, Edit['what']>> = {
  'profile-image': 'photo',
  'company-logo': 'logo',
  'background-image': 'background',
}

/** Texts and links of one save are two changes. */
function changedBy({ type, kind, fields }: OwnerEdit): readonly Edit['what'][] {
  switch (type) {
    case 'ProfileEdited':
      return [
        ...(fields.some((field) => TEXTS.includes(field)) ? (['texts'] as const) : []),
        ...(fields.some((field) => !TEXTS.includes(field)) ? (['links'] as const) : []),
      ]
    case 'ProfileImageSet':
    case 'ProfileImageRemoved':
      return [PICTURES[kind ?? ''] ?? 'photo']
    case 'ThemeApplied':
      return ['theme']
    case 'ProfileSlugChanged':
      return ['slug']
  }
}

/** The chart shows no more. */
const EDIT_DAYS_MAX = 400
const EDITS_A_DAY_MAX = 50

/** The newest days and the newest edits of each. @param edits newest first */
function editsByDay(edits: readonly OwnerEdit[]): ReadonlyMap<string, readonly Edit[]> {
  const days = new Map<string, Edit[]>()
  for (const edit of edits) {
    const changed = changedBy(edit)
    if (changed.length === 0) continue
    const day = dayInSantiago(edit.at)
    const listed = days.get(day) ?? []
    if (listed.length === 0 && days.size === EDIT_DAYS_MAX) break
    const { position } = edit
    for (const what of changed) {
      if (listed.length < EDITS_A_DAY_MAX)
        listed.push({ what, position, at: new Date(edit.at).toISOString() })
    }
    days.set(day, listed)
  }
  return days
}

function effectOf(sums: AroundDay | undefined): EditMarker['effect'] {
  if (sums === undefined || Math.min(sums.visits_before, sums.visits_after) < VISITS_MIN) return null
  return { clicks_before: sums.clicks_before, clicks_after: sums.clicks_after }
}

export interface Lifetime {
  /** When the profile was created, in milliseconds. */
  readonly createdMs: number
  readonly today: string
  /** Days on which its page was closed or opened again. */
  readonly closings: readonly string[]
}

/** Whether the page was open on every day before an edit and after it that would be compared, from midnight to midnight. */
export function hasWholeSpans(day: string, { createdMs, today, closings }: Lifetime): boolean {
  const [first, last] = [addDays(day, -EFFECT_DAYS), addDays(day, EFFECT_DAYS)]
  return (
    createdMs <= startOfDayMs(first) && last < today && !closings.some((one) => one >= first && one <= last)
  )
}

/** In the order of their days. */
export async function editMarkers(
  db: ReadDb,
  analysed: AnalysedProfile,
  { range, today, isOwn }: { readonly range: Range; readonly today: string; readonly isOwn: boolean },
): Promise<EditMarker[]> {
  const { profile, firstDay } = analysed
  const byDay = editsByDay(await listOwnerEdits(db, profile.id, spanOfRange(range, today, firstDay)))
  const days = [...byDay.keys()].reverse()
  const over = await comparableDays(db, analysed, { days, today })
  const around = await sumsAroundDays(db, profile.id, { days: over, length: EFFECT_DAYS })
  const sums = new Map(around.map((one) => [one.day, one]))
  return days.map((day) => ({
    day,
    is_own: isOwn,
    edits: [...byDay.get(day)!],
    effect: effectOf(sums.get(day)),
  }))
}

async function comparableDays(
  db: ReadDb,
  { profile, ownerId, createdAt }: AnalysedProfile,
  { days, today }: { readonly days: readonly string[]; readonly today: string },
): Promise<readonly string[]> {
  const lifetime = { createdMs: Date.parse(createdAt), today, closings: [] }
  const lived = days.filter((day) => hasWholeSpans(day, lifetime))
  if (lived.length === 0) return []
  const closings = await listClosingDays(
    db,
    { id: profile.id, ownerId },
    { from: addDays(lived[0]!, -EFFECT_DAYS), to: addDays(lived.at(-1)!, EFFECT_DAYS) },
  )
  return lived.filter((day) => hasWholeSpans(day, { ...lifetime, closings }))
}
