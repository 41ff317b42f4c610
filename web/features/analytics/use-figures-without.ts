import type { UnifiedAnalytics } from '@app/contracts/analytics/calls.ts'
import { useUnifiedQuery } from './analytics-api.ts'
import type { Narrowed } from './filter/filter-address.ts'
import { useFiltering } from './filter/filtering.ts'

/** Figures without one part of the filter: its own panel shows what else can be pressed. */
export function useFiguresWithout(
  part: keyof Narrowed,
  profileId: string,
  data: UnifiedAnalytics,
): UnifiedAnalytics {
  const { narrowed } = useFiltering()
  const { [part]: own, ...rest } = narrowed
  const question = { profileId, range: data.date_range, narrowed: rest }
  const { currentData } = useUnifiedQuery(question, { skip: own === undefined })
  return own === undefined ? data : (currentData ?? data)
}
