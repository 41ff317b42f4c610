import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { useState } from 'react'
import { useUnifiedQuery, type UnifiedQuestion } from '../analytics-api.ts'
import { useLiveStream, type Live } from './use-live-stream.ts'

export const LATE_SECONDS = 10

export interface AnsweredFigures {
  /** Lag of the figures behind the log; null if unknown. */
  readonly lagSeconds: number | null
  readonly answeredAtMs: number
  /** A live stream reports every change of the figures. */
  readonly isLive: boolean
}

const areFiguresLate = (lagSeconds: number | null): boolean =>
  lagSeconds === null || lagSeconds > LATE_SECONDS

/** Figures that were late stay late until the next answer, with or without a stream. */
export function ageSeconds(
  { lagSeconds, answeredAtMs, isLive }: AnsweredFigures,
  nowMs: number,
): number | null {
  if (lagSeconds === null) return null
  if (isLive && !areFiguresLate(lagSeconds)) return lagSeconds
  return lagSeconds + Math.max(nowMs - answeredAtMs, 0) / 1_000
}

/** Without a stream more often than `LATE_SECONDS`, so that figures never look late while the server answers. */
const POLLED_MS = 8_000
/** Only to see whether the figures keep up with the log. */
const POLLED_WITH_STREAM_MS = 30_000

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
    pollingInterval: isLive && !troubled ? POLLED_WITH_STREAM_MS : POLLED_MS,
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
