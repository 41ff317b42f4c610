import type { UnifiedAnalytics } from '@app/contracts/api/analytics.ts'
import { useState } from 'react'
import { useUnifiedQuery, type UnifiedQuestion } from '../analytics-api.ts'
import { areFiguresLate } from '../freshness.ts'
import { pollDelay } from './poll-delay.ts'
import { useLiveStream, type Live } from './use-live-stream.ts'

export interface LiveAnalytics {
  /** The figures to show: those of the range asked for, else the last ones while these are on their way. */
  readonly data: UnifiedAnalytics | undefined
  /** `data` still belongs to the range that was left. */
  readonly stale: boolean
  /** The last attempt failed. */
  readonly failing: boolean
  readonly answeredAtMs: number | undefined
  /** The stream stands: what moves is told. */
  readonly told: boolean
  readonly live: Live
  readonly retry: () => void
}

/** The figures, true for as long as somebody can see them: told when they move, and asked for where nobody tells. */
export function useLiveAnalytics(question: UnifiedQuestion): LiveAnalytics {
  const live = useLiveStream(question)
  const told = live.status === 'connected'
  const [troubled, setTroubled] = useState(false)
  const { data, currentData, error, fulfilledTimeStamp, refetch } = useUnifiedQuery(question, {
    pollingInterval: pollDelay(told && !troubled),
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
    refetchOnMountOrArgChange: true,
  })
  const failing = error !== undefined
  const trouble = failing || (data !== undefined && areFiguresLate(data.lag_seconds))
  if (trouble !== troubled) setTroubled(trouble)
  const stale = currentData === undefined && data !== undefined
  return {
    data: stale && failing ? undefined : data,
    stale,
    failing,
    answeredAtMs: fulfilledTimeStamp,
    told,
    live,
    retry: () => void refetch(),
  }
}
