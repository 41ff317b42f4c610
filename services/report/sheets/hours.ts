import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { addressOf } from '../address.ts'
import { count, head, type Sheet } from '../cells.ts'
import { WEEKDAYS } from '../report-texts.ts'

const HOURS = 24

export const hoursSheet = ({ heatmap }: UnifiedAnalytics): Sheet => ({
  name: 'Horarios',
  rows: [
    [
      head('Visitas'),
      ...Array.from({ length: HOURS }, (_, hour) => head(`${String(hour).padStart(2, '0')}:00`)),
    ],
    ...WEEKDAYS.map((weekday, index) => [head(weekday), ...(heatmap[index] ?? []).map(count)]),
  ],
  frozen: { rows: 1, columns: 1 },
  widths: [12, ...Array.from({ length: HOURS }, () => 7)],
  shaded: `${addressOf(1, 1)}:${addressOf(WEEKDAYS.length, HOURS)}`,
})
