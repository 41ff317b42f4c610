import { addDays, daysBetween } from '@app/contracts/calendar.ts'
import { INSIGHT_DAYS } from '@app/contracts/analytics/insight-calls.ts'
import { contactLinks } from '@app/contracts/fields/links.ts'
import type { PublicProfile } from '@app/contracts/taps/calls.ts'
import { NETWORKS } from '@app/contracts/traffic/traffic-kinds.ts'
import type { InsightDay, Material } from './insights/figures-material.ts'
import type { ReadDb } from '../kernel/models/read-db.ts'
import { firstTrafficDay, listDays, type DayFigures as Counted } from '@app/projections/traffic/queries.ts'
import { countsByKey } from './unified.ts'

const NOTHING: Omit<Counted, 'day'> = {
  visits: 0,
  clicks: 0,
  downloads: 0,
  uniques: 0,
  engaged: 0,
  breakdown: {},
  hours: Array.from({ length: 24 }, () => 0),
}

const dayOf = (day: string, counted: Omit<Counted, 'day'>): InsightDay => ({
  day,
  visits: counted.visits,
  visitors: counted.uniques,
  engaged: counted.engaged,
  clicks: counted.clicks,
  networks: countsByKey(NETWORKS, counted.breakdown.network),
  hours: counted.hours,
})

/** Full days only: today is not over. */
async function daysOf(db: ReadDb, profileId: string, today: string): Promise<readonly InsightDay[]> {
  const first = await firstTrafficDay(db, profileId)
  if (first === null || first >= today) return []
  const earliest = addDays(today, -INSIGHT_DAYS)
  const from = first > earliest ? first : earliest
  const to = addDays(today, -1)
  const counted = new Map((await listDays(db, profileId, { from, to })).map((day) => [day.day, day]))
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => {
    const day = addDays(from, index)
    return dayOf(day, counted.get(day) ?? NOTHING)
  })
}

export async function insightMaterial(db: ReadDb, profile: PublicProfile, today: string): Promise<Material> {
  const shown = new Set(contactLinks(profile).map(({ network }) => network))
  return {
    days: await daysOf(db, profile.id, today),
    shown: Object.fromEntries(NETWORKS.map((network) => [network, shown.has(network)])) as Material['shown'],
    customTitle: profile.custom_link_title.trim(),
    hasPhoto: profile.profile_image !== null,
  }
}
