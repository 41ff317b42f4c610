import type { UnifiedAnalytics } from '@app/contracts/api/analytics.ts'
import type { Insight } from '@app/contracts/api/insights.ts'

/** All that a report is made of. It looks nothing up. */
export interface ReportMaterial {
  readonly analytics: UnifiedAnalytics
  readonly insights: readonly Insight[]
  readonly slug: string
  /** What the owner calls the custom link; '' where there is none. */
  readonly customTitle: string
  /** The moment it is made, an ISO instant. */
  readonly at: string
}
