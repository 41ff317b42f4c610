import type { UnifiedAnalytics, LiveMessage } from '@app/contracts/analytics.ts'
import { useState, useEffect, useEffectEvent } from 'react'
import { useUnifiedQuery, type UnifiedQuestion, analyticsApi } from '../analytics-api.ts'

import { useSelector } from 'react-redux'
import { useAppStore, followProfile, type LiveStatus } from '../../../app/live-stream.ts'
import { selectSignedIn } from '../../../app/session/session-slice.ts'
import { EMPTY_FEED, withMessage, type LiveFeed } from './live-feed.ts'

export const LATE_SECONDS = 10

export interface AnsweredFigures {
  /** Lag of the figures behind the log; null if unknown. */
  readonly lagSeconds: number | null
  readonly answeredAtMs: number
  readonly isLive: boolean
}

/** Figures that were late stay late until the next answer, with or without a stream. */
export function ageSeconds(
  { lagSeconds, answeredAtMs, isLive }: AnsweredFigures,
  nowMs: number,
): number | null {
  if (lagSeconds === null || (isLive && lagSeconds <= LATE_SECONDS)) return lagSeconds
  return lagSeconds + Math.max(nowMs - answeredAtMs, 0) / 1_000
}

export interface Live extends LiveFeed {
  readonly status: LiveStatus
}

type Figures = Pick<UnifiedAnalytics, 'log_position'> | undefined

const isAnswered = (figures: Figures, openedAt: string | undefined): boolean =>
  figures !== undefined && openedAt !== undefined && BigInt(figures.log_position) >= BigInt(openedAt)

/** The server sends two messages a second at most; RTK Query asks again once what is under way has been answered. */
function useLiveStream(question: UnifiedQuestion): Live {
  const { profileId } = question
  const store = useAppStore()
  const token = useSelector(selectSignedIn)?.token
  const [status, setStatus] = useState<LiveStatus>('connecting')
  const [feed, setFeed] = useState<LiveFeed>(EMPTY_FEED)
  const refetch = () => store.dispatch(analyticsApi.util.invalidateTags([{ type: 'Traffic', id: profileId }]))
  const opened = useEffectEvent(async (position: string | undefined) => {
    await store.dispatch(analyticsApi.util.getRunningQueryThunk('unified', question))
    const { data } = analyticsApi.endpoints.unified.select(question)(store.getState())
    if (!isAnswered(data, position)) refetch()
  })
  const onMessage = useEffectEvent((message: LiveMessage, position: string | undefined) => {
    setFeed((before) => withMessage(before, message))
    if (message.type === 'opened') void opened(position)
    if (message.type === 'moved') refetch()
  })
  useEffect(
    () =>
      followProfile(store, profileId, {
        onMessage: (message, position) => onMessage(message, position),
        onStatus: setStatus,
      }),
    [store, profileId, token],
  )
  return { status, ...feed }
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
  readonly isLive: boolean
  readonly live: Live
  readonly retry: () => void
}

export function useLiveAnalytics(question: UnifiedQuestion): LiveAnalytics {
  const live = useLiveStream(question)
  const isLive = live.status === 'connected'
  const { data, currentData, error, fulfilledTimeStamp, refetch } = useUnifiedQuery(question, {
    pollingInterval: isLive ? POLLED_WITH_STREAM_MS : POLLED_MS,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
    refetchOnMountOrArgChange: POLLED_MS / 1_000,
  })
  const stale = currentData === undefined && data !== undefined
  return {
    data: stale && error !== undefined ? undefined : data,
    stale,
    error,
    answeredAtMs: fulfilledTimeStamp,
    isLive,
    live,
    retry: () => void refetch(),
  }
}
