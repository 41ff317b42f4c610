import { isolated } from '@app/contracts/fields/isolated.ts'
import { lineChart, lineChartAlt } from './charts/line-chart.ts'
import { loadFont, chartPictureOf } from './charts/chart-picture.ts'
import type { ReportMaterial } from './report-material.ts'
import { safeText } from './safe-text.ts'
import { allSheets } from './sheets/all-sheets.ts'
import { SUMMARY_TITLE } from './sheets/summary.ts'
import { RANGE_NAMES, countText, networkClicks, percentText } from './figure-names.ts'
import { workbookOf, type ReportPicture } from './workbook.ts'
import type { Network } from '@app/contracts/traffic/traffic-kinds.ts'
import { CAPTION, COLOURS, NETWORK_COLOURS, titled, type Drawing } from './charts/chart-style.ts'

const NONE = 'No hay datos suficientes para este período'
const BAR_WIDTH = 18
/** An owner's title of the custom link may have the length of a sentence. */
const NAME = { fontSize: 13, width: 170, overflow: 'truncate' } as const

export function barChart(clicks: Readonly<Record<Network, number>>, customTitle: string): Drawing {
  const rows = networkClicks(clicks, customTitle).filter((row) => row.clicks > 0)
  return {
    animation: false,
    title: titled('Clics por red', rows.length === 0 ? NONE : undefined),
    // Leaves space at the right for the longest bar's figure.
    grid: {
      left: 20,
      right: 110,
      top: 52,
      bottom: 16,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: { type: 'value', min: 0, show: false },
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows.map(({ name }) => name),
      axisTick: { show: false },
      axisLine: { show: rows.length > 0, lineStyle: { color: COLOURS.line } },
      axisLabel: { ...CAPTION, ...NAME, color: COLOURS.ink },
    },
    series: [
      {
        type: 'bar',
        barWidth: BAR_WIDTH,
        data: rows.map(({ network, clicks: value, share }) => ({
          value,
          itemStyle: { color: NETWORK_COLOURS[network], borderRadius: [0, 4, 4, 0] },
          label: { formatter: `${countText(value)} · ${percentText(share)}` },
        })),
        label: { ...CAPTION, show: true, position: 'right' },
      },
    ],
  }
}

export function barChartAlt(clicks: Readonly<Record<Network, number>>, customTitle: string): string {
  const clicked = networkClicks(clicks, customTitle).filter((row) => row.clicks > 0)
  const rows = clicked.map(({ name, clicks: n, share }) => `${name} ${countText(n)} (${percentText(share)})`)
  return `Gráfico de barras: clics por red. ${rows.length > 0 ? rows.join(', ') : 'Sin clics'}.`
}

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
