import type { Network } from '@app/contracts/traffic/traffic-kinds.ts'
import type { InsightDay } from '../figures-material.ts'
import { DAYS, dayAt, emptyDay } from './series.ts'

export interface SteadyDay {
  readonly visits?: number
  readonly visitors?: number
  readonly engaged?: number
  readonly networks?: Readonly<Partial<Record<Network, number>>>
  readonly hours?: readonly number[]
}

const spread = (visits: number): readonly number[] =>
  Array.from({ length: 24 }, (_none, hour) => Math.floor((visits + hour) / 24))

/** Days of `dayOf` up to the last day. By default visitors equal visits. */
export function steadyDays(dayOf: (index: number) => SteadyDay, days = DAYS): readonly InsightDay[] {
  return Array.from({ length: days }, (_none, at) => {
    const index = DAYS - days + at
    const day = emptyDay(dayAt(index))
    const { visits = 0, visitors = visits, engaged = 0, hours = spread(visits), ...by } = dayOf(index)
    const networks = { ...day.networks, ...by.networks }
    return {
      ...day,
      visits,
      visitors,
      engaged,
      hours,
      networks,
      clicks: Object.values(networks).reduce((sum, clicks) => sum + clicks, 0),
    }
  })
}
