import { Router } from 'express'
import {
  getAnalytics,
  getEditMarkers,
  getExecutiveReport,
  getInsights,
  getMonthlyComparison,
  getUnified,
  REPORT_TYPE,
  type Insight,
  INSIGHT_DAYS,
} from '@app/contracts/analytics.ts'
import type { PublicProfile } from '@app/contracts/profile-calls.ts'
import { dayInSantiago, addDays, daysBetween } from '@app/contracts/calendar.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { figuresFilter, isFiltered } from '@app/contracts/traffic/ranges.ts'
import { insightsOf } from './insights/insights.ts'
import { findAnalysedProfile, type AnalysedProfile } from '@app/projections/profiles/list-profiles.ts'
import type { SealedRows } from '@app/projections/profiles/queries.ts'
import { reportFileName } from './report/reports.ts'
import { comparedFigures, editMarkers, unifiedFigures } from './analytics-figures.ts'
import { guardedFileRoute, guardedRoute, type CallContextOf } from '../platform/http/route.ts'
import type { Principal } from '../platform/http/access/access-control.ts'
import { contactLinks } from '@app/contracts/fields/links.ts'
import { NETWORKS } from '@app/contracts/traffic/kinds.ts'
import type { InsightDay, Material } from './insights/evidence.ts'
import type { ReadDb } from '../kernel/models/projection.ts'
import { firstTrafficDay, listDays, type DayFigures as Counted } from '@app/projections/traffic/queries.ts'
import { countsByKey } from './unified.ts'
import type { Ctx } from '../platform/ctx.ts'

const insightsFor = async ({ db, now }: Ctx, profile: PublicProfile): Promise<readonly Insight[]> =>
  insightsOf(await insightMaterial(db, profile, dayInSantiago(now().getTime())))

/** @throws Refusal not-found, also for others' profiles */
async function viewedProfile(rows: SealedRows, id: string, principal: Principal): Promise<AnalysedProfile> {
  const record = await findAnalysedProfile(rows, id)
  if (record === undefined || !(principal.account.isAdmin || record.ownerId === principal.accountId))
    throw new Refusal('not-found')
  return record
}

type ContextOfOne = Pick<CallContextOf<typeof getAnalytics>, 'params'>

export function analyticsRoutes(deps: Ctx): Router {
  const router = Router()
  const { heavyReads } = deps
  const viewed = ({ params }: ContextOfOne, principal: Principal): Promise<AnalysedProfile> =>
    viewedProfile(deps, params.profileId, principal)

  guardedRoute(router, deps, getUnified, async (context, principal) => {
    const { query, response } = context
    const analysed = await viewed(context, principal)
    if (!isFiltered(figuresFilter.parse(query))) return unifiedFigures(deps, analysed, query)
    return heavyReads(principal.accountId, response, (db) => unifiedFigures(deps, analysed, query, db))
  })
  guardedRoute(router, deps, getMonthlyComparison, async (context, principal) => {
    const { query, response } = context
    const analysed = await viewed(context, principal)
    return heavyReads(principal.accountId, response, (db) =>
      comparedFigures(deps, analysed, query.period, db),
    )
  })
  guardedRoute(router, deps, getInsights, async (context, principal) => [
    ...(await insightsFor(deps, (await viewed(context, principal)).profile)),
  ])
  guardedRoute(router, deps, getEditMarkers, async (context, principal) => {
    const today = dayInSantiago(deps.now().getTime())
    const analysed = await viewed(context, principal)
    return editMarkers(deps.db, analysed, { range: context.query.date_range, today })
  })
  reportRoute(router, deps)
  guardedRoute(router, deps, getAnalytics, async (context, principal) =>
    unifiedFigures(deps, await viewed(context, principal), { date_range: 'all-time' }),
  )
  return router
}

function reportRoute(router: Router, deps: Ctx): void {
  guardedFileRoute(router, deps, getExecutiveReport, async (context, principal) => {
    const { query, response } = context
    const analysed = await viewedProfile(deps, context.params.profileId, principal)
    const at = deps.now()
    const report = await deps.heavyReads(principal.accountId, response, async (db, ending) => {
      const material = {
        analytics: await unifiedFigures(deps, analysed, { ...query, visitors: 'all' }, db),
        insights: await insightsFor(deps, analysed.profile),
        pageAddress: `${deps.publicUrl}/pages/${encodeURIComponent(analysed.profile.slug)}`,
        customTitle: analysed.profile.custom_link_title.trim(),
        at: at.toISOString(),
      }
      return deps.reports.make(material, ending)
    })
    response.attachment(reportFileName(query.date_range, at.getTime()))
    response.type(REPORT_TYPE).send(report)
  })
}

const NO_HOURS = Array.from({ length: 24 }, () => 0)

const dayOf = (day: string, counted: Counted | undefined): InsightDay => ({
  day,
  visits: counted?.visits ?? 0,
  visitors: counted?.uniques ?? 0,
  engaged: counted?.engaged ?? 0,
  networks: countsByKey(NETWORKS, counted?.breakdown.network),
  hours: counted?.hours ?? NO_HOURS,
})

async function daysOf(db: ReadDb, profileId: string, today: string): Promise<readonly InsightDay[]> {
  const first = await firstTrafficDay(db, profileId)
  if (first === null || first >= today) return []
  const earliest = addDays(today, -INSIGHT_DAYS)
  const from = first > earliest ? first : earliest
  const to = addDays(today, -1)
  const counted = new Map((await listDays(db, profileId, { from, to })).map((day) => [day.day, day]))
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => {
    const day = addDays(from, index)
    return dayOf(day, counted.get(day))
  })
}

async function insightMaterial(db: ReadDb, profile: PublicProfile, today: string): Promise<Material> {
  const shown = new Set(contactLinks(profile).map(({ network }) => network))
  return {
    days: await daysOf(db, profile.id, today),
    shown: Object.fromEntries(NETWORKS.map((network) => [network, shown.has(network)])) as Material['shown'],
    customTitle: profile.custom_link_title.trim(),
    hasPhoto: profile.profile_image !== null,
  }
}
