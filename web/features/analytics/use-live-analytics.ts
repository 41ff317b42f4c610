import type { UnifiedAnalytics } from '@app/contracts/api/analytics.ts'
import { useState } from 'react'
import { useUnifiedQuery, type UnifiedQuestion } from './analytics-api.ts'
import { pollDelay } from './poll-delay.ts'

export interface LiveAnalytics {
  /** The figures to show: those of the range asked for, else the last ones while these are on their way. */
  readonly data: UnifiedAnalytics | undefined
  /** `data` still belongs to the range that was left. */
  readonly stale: boolean
  /** The last attempt failed. */
  readonly failing: boolean
  readonly answeredAtMs: number | undefined
  readonly retry: () => void
}

/** The figures, asked again and again while somebody can see them. */
export function useLiveAnalytics(question: UnifiedQuestion): LiveAnalytics {
  const [seen, setSeen] = useState<{ error: unknown; failures: number }>({ error: undefined, failures: 0 })
  const { data, currentData, error, fulfilledTimeStamp, refetch } = useUnifiedQuery(question, {
    pollingInterval: pollDelay(seen.failures),
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
    refetchOnMountOrArgChange: true,
  })
  // Every failed attempt brings an error object of its own, and a good one takes it away.
  if (error !== seen.error) setSeen({ error, failures: error === undefined ? 0 : seen.failures + 1 })
  const stale = currentData === undefined && data !== undefined
  const failing = error !== undefined
  return {
    data: stale && failing ? undefined : data,
    stale,
    failing,
    answeredAtMs: fulfilledTimeStamp,
    retry: () => void refetch(),
  }
}
