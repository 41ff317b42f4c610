import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { useState } from 'react'
import { useUnifiedQuery, type UnifiedQuestion } from '../analytics-api.ts'
import { areFiguresLate } from '../figures-freshness.ts'
import { pollDelay } from './poll-delay.ts'
import { useLiveStream, type Live } from './use-live-stream.ts'

export interface LiveAnalytics {
  /** While a new range loads, the figures of the range before. */
  readonly data: UnifiedAnalytics | undefined
  readonly stale: boolean
  readonly error: unknown
  readonly answeredAtMs: number | undefined
  /** The live stream is connected, so changes are pushed. */
  readonly isLive: boolean
  readonly live: Live
  readonly retry: () => void
}

export function useLiveAnalytics(question: UnifiedQuestion): LiveAnalytics {
  const live = useLiveStream(question)
  const isLive = live.status === 'connected'
  const [troubled, setTroubled] = useState(false)
  const { data, currentData, error, fulfilledTimeStamp, refetch } = useUnifiedQuery(question, {
    pollingInterval: pollDelay(isLive && !troubled),
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
    error,
    answeredAtMs: fulfilledTimeStamp,
    isLive,
    live,
    retry: () => void refetch(),
  }
}
