import { RANGES, type Range } from '@app/contracts/traffic/ranges.ts'

export const ALL_TIME: Range = 'all-time'

/** The range that an address names (`?range=1m`). */
export function rangeOf(params: URLSearchParams): Range {
  const named = params.get('range')
  return RANGES.find((known) => known === named) ?? ALL_TIME
}

/** Whether it asks for a part of that. */
export const isNarrowedAt = (search: string): boolean =>
  /[?&](?:network|source|device|hour|from)=/.test(search)
