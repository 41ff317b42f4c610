import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import type pg from 'pg'
import type { Product } from '../product/product.ts'
import { rawFigures } from '../report/raw-figures.ts'
import type { KeepAlive, Timed } from './keep-alive.ts'
import type { BenchPerson } from './people.ts'

export interface DashboardCall {
  readonly title: string
  readonly path: (profileId: string) => string
  readonly as: 'owner' | 'stranger'
  readonly status: number
}

const unifiedOver = (range: string): DashboardCall => ({
  title: `unified, ${range}`,
  path: (id) => `/api/analytics/${id}/unified?date_range=${range}`,
  as: 'owner',
  status: 200,
})

export const DASHBOARD_CALLS = {
  unified: unifiedOver('all-time'),
  '12m': unifiedOver('12m'),
  '1m': unifiedOver('1m'),
  '7d': unifiedOver('7d'),
  key: { ...unifiedOver('all-time'), title: 'primary-key read', as: 'stranger', status: 404 },
  profile: { title: 'the profile itself', path: (id) => `/api/profile/${id}`, as: 'owner', status: 200 },
} as const satisfies Readonly<Record<string, DashboardCall>>
export type CallName = keyof typeof DASHBOARD_CALLS

/** A profile of a filled product, and who may read its figures. */
export interface MeasuredDashboard {
  readonly product: Product
  /** As the superuser. */
  readonly client: pg.Client
  readonly profileId: string
  readonly owner: BenchPerson
  readonly stranger: BenchPerson
  readonly calls: KeepAlive
}

/** @throws Error when the status is not the expected one */
export async function callDashboard(dashboard: MeasuredDashboard, name: CallName): Promise<Timed> {
  const { path, as, status } = DASHBOARD_CALLS[name]
  const { product, profileId, calls } = dashboard
  const answer = await calls.get(`${product.url}${path(profileId)}`, dashboard[as].headers)
  if (answer.status !== status) throw new Error(`${name} was answered ${answer.status}: ${answer.body}`)
  return answer
}

/** @throws Error unless every event of the log is in the answer, counted or excluded */
export async function checkUnified(dashboard: MeasuredDashboard): Promise<void> {
  const { body } = await callDashboard(dashboard, 'unified')
  const raw = await rawFigures(dashboard.client, dashboard.profileId)
  const faults = faultsOf(JSON.parse(body) as UnifiedAnalytics, raw)
  if (faults.length > 0) throw new Error(`unified is wrong: ${faults.join('; ')}`)
}

type Counts = Readonly<Record<'visits' | 'clicks' | 'downloads', number>>

export function faultsOf(
  answer: Pick<
    UnifiedAnalytics,
    'total_visits' | 'social_clicks_total' | 'vcf_downloads' | 'excluded' | 'visitors' | 'visitors_total'
  >,
  raw: Counts,
): readonly string[] {
  const { excluded, visitors, visitors_total } = answer
  const counted: Counts = {
    visits: answer.total_visits,
    clicks: answer.social_clicks_total,
    downloads: answer.vcf_downloads,
  }
  const kinds = ['visits', 'clicks', 'downloads'] as const
  const lacking = kinds.filter((kind) => counted[kind] + excluded[kind] !== raw[kind])
  const faults = lacking.map(
    (kind) => `${counted[kind]} ${kind} and ${excluded[kind]} excluded of ${raw[kind]}`,
  )
  const listed = Object.keys(visitors).length
  const isListed = listed > 0 && listed === Math.min(visitors_total, LIMITS.visitorsListedMax)
  return isListed ? faults : [...faults, `${listed} of ${visitors_total} visitors listed`]
}
