import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import type { TimeUnit } from '@app/contracts/traffic/ranges.ts'
import { unfinishedName } from '@app/contracts/traffic/unfinished.ts'
import { count, day, head, month, note, type Sheet } from '../cells.ts'
import { FIGURE_NAMES } from '../report-texts.ts'

const PERIODS: Readonly<Record<TimeUnit, string>> = {
  day: 'Día',
  week: 'Semana desde el lunes',
  month: 'Mes',
}

/** A month is the date of its first day, so that Excel sorts and filters it. */
export function seriesSheet({ temporal_data, time_unit, to }: UnifiedAnalytics): Sheet {
  const unfinished = unfinishedName(temporal_data, time_unit, to)
  const period = time_unit === 'month' ? month : day
  return {
    name: 'Serie',
    rows: [
      [
        PERIODS[time_unit],
        FIGURE_NAMES.total_visits,
        FIGURE_NAMES.unique_visitors,
        FIGURE_NAMES.social_clicks,
        FIGURE_NAMES.vcf_downloads,
      ].map(head),
      ...temporal_data.map((point) => [
        period(point.period),
        count(point.total_visits),
        count(point.unique_visitors),
        count(point.social_clicks),
        count(point.vcf_downloads),
        ...(unfinished !== undefined && point === temporal_data.at(-1) ? [note(unfinished)] : []),
      ]),
    ],
    frozen: { rows: 1 },
    isFiltered: true,
  }
}
