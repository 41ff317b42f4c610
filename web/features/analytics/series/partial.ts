import type { UnifiedAnalytics } from '@app/contracts/analytics/calls.ts'
import { unfinishedName } from '@app/contracts/traffic/unfinished.ts'
import { axisLabel, daysOfPeriod } from './days.ts'

/** Which ends of a series are not whole days, weeks or months; their figures are lower than those of whole ones. */
export interface PartialEnds {
  readonly first: boolean
  readonly last: boolean
  /** Names both. */
  readonly text: string
}

type Drawn = Pick<UnifiedAnalytics, 'temporal_data' | 'time_unit' | 'from' | 'to'>

export function partialOf({ temporal_data, time_unit: unit, from, to }: Drawn, today: string): PartialEnds {
  const [start, end] = [temporal_data[0]?.period, temporal_data.at(-1)?.period]
  if (start === undefined || end === undefined) return { first: false, last: false, text: '' }
  const running = unfinishedName(temporal_data, unit, today)
  const first = from > daysOfPeriod(start, unit).from && start !== end
  const last = running !== undefined || to < daysOfPeriod(end, unit).to
  const names = [first && axisLabel(start, unit), last && (running ?? axisLabel(end, unit))]
  return { first, last, text: names.filter((name) => name !== false).join(' y ') }
}
