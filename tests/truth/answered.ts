import { unifiedOf } from '@app/services/analytics/analytics-answers.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { DEFAULT_THEME, NO_DETAILS } from '@app/contracts/profiles.ts'
import { isFiltered, daysBefore, spanBefore, spanOfDays, spanOfRange } from '@app/contracts/traffic/ranges.ts'
import type { ReadDb } from '@app/services/kernel/models/projection.ts'
import { filteredFigures } from '@app/projections/traffic/filtered-figures.ts'
import { firstDayOf, trafficFigures } from '@app/projections/traffic/queries.ts'
import type { Asked } from './recount.ts'

const NO_PICTURES = { profile_image: null, company_logo: null, background_image: null, updated_at: '' }

/** The product's figures, as its call composes them, without people. */
export async function answered(db: ReadDb, profileId: string, { range, nowMs, own, filter = {} }: Asked) {
  const first = `select ${firstDayOf('$1')} as day`
  const trafficSince = (await db.query<{ day: string | null }>(first, [profileId])).rows[0]!.day
  const span = own ? spanOfDays(own.from, own.to) : spanOfRange(range, dayInSantiago(nowMs), trafficSince)
  const before = own ? daysBefore(span) : spanBefore(range, span)
  const asked = { profileId, span, before }
  const figures = await (isFiltered(filter) ? filteredFigures(db, asked, filter) : trafficFigures(db, asked))
  const profile = { id: profileId, slug: '', ...NO_DETAILS, ...DEFAULT_THEME, ...NO_PICTURES }
  const people = { visitors: {}, visitorsTotal: 0, lagSeconds: 0, profileSince: '', trafficSince }
  return unifiedOf({ profile, range, span, before, figures, ...people })
}
