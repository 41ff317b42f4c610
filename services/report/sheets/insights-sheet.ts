import type { Insight } from '@app/contracts/api/insight-calls.ts'
import { head, note, text, type Sheet } from '../cells.ts'
import { PRIORITY_NAMES } from '@app/contracts/traffic/traffic-names.ts'

const NONE = 'No hay insights disponibles'

export const insightsSheet = (insights: readonly Insight[]): Sheet => ({
  name: 'Insights',
  rows: [
    ['Prioridad', 'Título', 'Descripción', 'Acción'].map(head),
    ...(insights.length > 0
      ? insights.map((one) =>
          [PRIORITY_NAMES[one.priority], one.title, one.description, one.action].map(text),
        )
      : [[note(NONE)]]),
  ],
  frozen: { rows: 1 },
  widths: [12, 30, 50, 40],
})
