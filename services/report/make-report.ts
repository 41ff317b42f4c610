import { isolated } from '@app/contracts/fields/isolated.ts'
import { barChartAlt, lineChartAlt } from './charts/alt-texts.ts'
import { barChart } from './charts/bar-chart.ts'
import { lineChart } from './charts/line-chart.ts'
import { loadFont, chartPictureOf } from './charts/chart-picture.ts'
import type { ReportMaterial } from './report-material.ts'
import { safeText } from './safe-text.ts'
import { allSheets } from './sheets/all-sheets.ts'
import { SUMMARY_TITLE } from './sheets/summary.ts'
import { RANGE_NAMES } from './report-texts.ts'
import { workbookOf, type ReportPicture } from './workbook.ts'

async function picturesOf({ analytics, customTitle }: ReportMaterial): Promise<readonly ReportPicture[]> {
  const { temporal_data: points, time_unit: unit, to, social_clicks } = analytics
  await loadFont()
  return [
    { png: await chartPictureOf(lineChart(points, unit, to)), alt: lineChartAlt(points, unit) },
    {
      png: await chartPictureOf(barChart(social_clicks, customTitle)),
      alt: safeText(barChartAlt(social_clicks, customTitle)),
    },
  ]
}

/** Uses one core for up to a second, so call it through `reports.ts`. */
export async function makeReport(material: ReportMaterial): Promise<Uint8Array> {
  const { profile_name, date_range } = material.analytics
  return workbookOf({
    title: safeText(`${SUMMARY_TITLE} · ${isolated(profile_name)} · ${RANGE_NAMES[date_range]}`),
    at: material.at,
    sheets: allSheets(material),
    pictures: await picturesOf(material),
  })
}
