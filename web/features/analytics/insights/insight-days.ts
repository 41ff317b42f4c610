import { daysBetween } from '@app/contracts/calendar.ts'
import { INSIGHT_DAYS } from '@app/contracts/analytics/insight-calls.ts'
import { countedText } from '../../../ui/wording/figures.ts'

interface Lived {
  readonly to: string
  readonly traffic_since: string | null
}

/** The rules read full days, from the first with traffic up to yesterday. */
export function insightDays({ to, traffic_since }: Lived): number {
  if (traffic_since === null) return 0
  return Math.min(INSIGHT_DAYS, Math.max(0, daysBetween(traffic_since, to)))
}

export const basisText = (days: number): string =>
  days === 0 ? 'Aún sin días completos' : `Reglas + datos de ${countedText(days, 'día', 'días')}`
