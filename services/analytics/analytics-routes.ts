import { Router } from 'express'
import {
  getAnalytics,
  getEditMarkers,
  getExecutiveReport,
  getInsights,
  getMonthlyComparison,
  getUnified,
  REPORT_TYPE,
} from '@app/contracts/analytics/calls.ts'
import type { Insight } from '@app/contracts/analytics/insight-calls.ts'
import type { PublicProfile } from '@app/contracts/taps/calls.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { figuresFilter, isFiltered } from '@app/contracts/traffic/figures-filter.ts'
import { insightsOf } from './insights/insights.ts'
import {
  findAnalysedProfile,
  type AnalysedProfile,
  type SealedRows,
} from '@app/projections/profiles/queries.ts'
import { reportFileName } from './report/figure-names.ts'
import type { Reports } from './report/reports.ts'
import { createProfileFigures, type FiguresDeps, type ProfileFigures } from './analytics-figures.ts'
import { editMarkers } from './edit-markers.ts'
import { insightMaterial } from './insight-material.ts'
import { guardedFileRoute, guardedRoute, type CallContextOf, type RouteDeps } from '../platform/http/route.ts'
import type { Principal } from '../platform/http/access/access-control.ts'

export interface AnalyticsDeps extends RouteDeps, FiguresDeps {
  readonly reports: Reports
  readonly publicUrl: string
}

const insightsFor = async ({ db, now }: AnalyticsDeps, profile: PublicProfile): Promise<readonly Insight[]> =>
  insightsOf(await insightMaterial(db, profile, dayInSantiago(now().getTime())))

/** @throws Refusal not-found, also for others' profiles */
async function viewedProfile(rows: SealedRows, id: string, principal: Principal): Promise<AnalysedProfile> {
  const record = await findAnalysedProfile(rows, id)
  if (record === undefined || !(principal.account.isAdmin || record.ownerId === principal.accountId))
    throw new Refusal('not-found')
  return record
}

type ContextOfOne = Pick<CallContextOf<typeof getAnalytics>, 'params'>

export function analyticsRoutes(deps: AnalyticsDeps): Router {
  const router = Router()
  const { heavyReads } = deps
  const figures = createProfileFigures(deps)
  const viewed = ({ params }: ContextOfOne, principal: Principal): Promise<AnalysedProfile> =>
    viewedProfile(deps, params.profileId, principal)

  guardedRoute(router, deps, getUnified, async (context, principal) => {
    const { query, response } = context
    const analysed = await viewed(context, principal)
    if (!isFiltered(figuresFilter.parse(query))) return figures.unified(analysed, query)
    return heavyReads.run(principal.accountId, response, (db) => figures.unified(analysed, query, db))
  })
  guardedRoute(router, deps, getMonthlyComparison, async (context, principal) => {
    const { query, response } = context
    const analysed = await viewed(context, principal)
    return heavyReads.run(principal.accountId, response, (db) =>
      figures.comparison(analysed, query.period, db),
    )
  })
  guardedRoute(router, deps, getInsights, async (context, principal) => [
    ...(await insightsFor(deps, (await viewed(context, principal)).profile)),
  ])
  guardedRoute(router, deps, getEditMarkers, async (context, principal) => {
    const today = dayInSantiago(deps.now().getTime())
    const analysed = await viewed(context, principal)
    const isOwn = analysed.ownerId === principal.accountId
    return editMarkers(deps.db, analysed, { range: context.query.date_range, today, isOwn })
  })
  reportRoute(router, deps, figures)
  guardedRoute(router, deps, getAnalytics, async (context, principal) =>
    figures.unified(await viewed(context, principal), { date_range: 'all-time' }),
  )
  return router
}

function reportRoute(router: Router, deps: AnalyticsDeps, figures: ProfileFigures): void {
  guardedFileRoute(router, deps, getExecutiveReport, async (context, principal) => {
    const { query, response } = context
    const analysed = await viewedProfile(deps, context.params.profileId, principal)
    const at = deps.now()
    const report = await deps.heavyReads.run(principal.accountId, response, async (db, ending) => {
      const material = {
        analytics: await figures.unified(analysed, { ...query, visitors: 'all' }, db),
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
