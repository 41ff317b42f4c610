import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { count, head, percent, text, type Sheet } from '../cells.ts'
import { networkClicks } from '../named-networks.ts'

export const networksSheet = ({ social_clicks }: UnifiedAnalytics, customTitle: string): Sheet => ({
  name: 'Redes',
  rows: [
    ['Red', 'Clics', 'Parte de los clics'].map(head),
    ...networkClicks(social_clicks, customTitle).map((row) => [
      text(row.name),
      count(row.clicks),
      percent(row.share),
    ]),
  ],
  frozen: { rows: 1 },
  isFiltered: true,
})
