import type { Sheet } from '../cells.ts'
import { fingerprintOf } from '../fingerprint.ts'
import type { ReportMaterial } from '../report-material.ts'
import { aboutSheet } from './about.ts'
import { excludedSheet } from './excluded.ts'
import { hoursSheet } from './hours.ts'
import { insightsSheet } from './insights-sheet.ts'
import { networksSheet } from './networks-sheet.ts'
import { seriesSheet } from './series-sheet.ts'
import { summarySheet } from './summary.ts'
import { visitorsSheet } from './visitors-sheet.ts'

/** In the order of the file. The last sheet contains the fingerprint of all others. */
export function allSheets(material: ReportMaterial): readonly [summary: Sheet, ...others: Sheet[]] {
  const { analytics, insights, customTitle } = material
  const summary = summarySheet(material)
  const others = [
    seriesSheet(analytics),
    networksSheet(analytics, customTitle),
    hoursSheet(analytics),
    visitorsSheet(analytics),
    insightsSheet(insights),
    excludedSheet(analytics),
  ]
  return [summary, ...others, aboutSheet(material, fingerprintOf([summary, ...others]))]
}
