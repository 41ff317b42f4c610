import type { UnifiedAnalytics } from '@app/contracts/analytics/calls.ts'
import type { Insight } from '@app/contracts/analytics/insight-calls.ts'

export interface ReportMaterial {
  readonly analytics: UnifiedAnalytics
  readonly insights: readonly Insight[]
  /** The URL of the profile's public page. */
  readonly pageAddress: string
  /** '' without a custom link. */
  readonly customTitle: string
  /** ISO instant of the report. */
  readonly at: string
}
