import type { Router } from 'express'
import {
  getExecutiveReport,
  getInsights,
  REPORT_TYPE,
  type Insight,
  type getAnalytics,
} from '@app/contracts/analytics.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { contactLinks } from '@app/contracts/fields/links.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { findAnalysedProfile, type AnalysedProfile } from '@app/projections/profiles/list-profiles.ts'
import { listDays } from '@app/projections/traffic/insight-days.ts'
import { unifiedFigures } from './read-figures.ts'
import { insightDays, insightsOf } from './insights/insights.ts'
import { reportFileName } from './report/reports.ts'
import type { Principal } from '../platform/http/access/access-control.ts'
import { guardedFileRoute, guardedRoute, type CallContextOf } from '../platform/http/route.ts'
import type { Ctx } from '../platform/ctx.ts'

/** @throws Refusal not-found, also for others' profiles */
export async function viewed(
  deps: Ctx,
  { params }: Pick<CallContextOf<typeof getAnalytics>, 'params'>,
  { account, accountId }: Principal,
): Promise<AnalysedProfile> {
  const record = await findAnalysedProfile(deps, params.profileId)
  if (record === undefined || !(account.isAdmin || record.ownerId === accountId))
    throw new Refusal('not-found')
  return record
}

async function insightsFor({ db, now }: Ctx, { profile, firstDay }: AnalysedProfile): Promise<Insight[]> {
  const today = dayInSantiago(now().getTime())
  const insights = insightsOf({
    days: firstDay === null ? [] : await listDays(db, profile.id, insightDays(today, firstDay)),
    shown: new Set(contactLinks(profile).map(({ network }) => network)),
    customTitle: profile.custom_link_title.trim(),
    hasPhoto: profile.profile_image !== null,
  })
  return [...insights]
}

/** Insights and the report, which repeats them. */
export function insightRoutes(router: Router, deps: Ctx): void {
  guardedRoute(router, deps, getInsights, async (context, principal) =>
    insightsFor(deps, await viewed(deps, context, principal)),
  )
  guardedFileRoute(router, deps, getExecutiveReport, async (context, principal) => {
    const { query, response } = context
    const analysed = await viewed(deps, context, principal)
    const at = deps.now()
    const report = await deps.heavyReads(principal.accountId, response, async (db, ending) => {
      const material = {
        analytics: await unifiedFigures(deps, analysed, { ...query, visitors: 'all' }, db),
        insights: await insightsFor(deps, analysed),
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
