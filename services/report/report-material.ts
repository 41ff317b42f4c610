import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import type { Insight } from '@app/contracts/api/insight-calls.ts'

export interface ReportMaterial {
  readonly analytics: UnifiedAnalytics
  readonly insights: readonly Insight[]
  /** Address of the profile's public page. */
  readonly pageAddress: string
  /** '' when there is no custom link. */
  readonly customTitle: string
  /** ISO instant of the report. */
  readonly at: string
}
