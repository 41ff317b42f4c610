import { barChart } from './charts/bar-chart.ts'
import { lineChart } from './charts/line-chart.ts'
import { bringFont, chartPictureOf } from './charts/picture.ts'
import type { ReportMaterial } from './material.ts'
import { allSheets } from './sheets/all-sheets.ts'
import { workbookOf } from './workbook.ts'

/** Uses one core for up to a second; call it through `reports.ts`. */
export async function makeReport(material: ReportMaterial): Promise<Uint8Array> {
  const { analytics, customTitle } = material
  const { temporal_data, time_unit, social_clicks } = analytics
  await bringFont()
  const pictures = [
    await chartPictureOf(lineChart(temporal_data, time_unit)),
    await chartPictureOf(barChart(social_clicks, customTitle)),
  ]
  return workbookOf(allSheets(material), pictures, material.at)
}
