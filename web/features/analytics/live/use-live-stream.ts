import type { UnifiedAnalytics } from '@app/contracts/analytics/calls.ts'
import type { LiveMessage } from '@app/contracts/analytics/live-calls.ts'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { useSelector } from 'react-redux'
import { selectSignedIn } from '../../../app/session/session-slice.ts'
import type { AppStore } from '../../../app/store.ts'
import { useAppStore } from '../../../app/calls/stream-call.ts'
import { analyticsApi, type UnifiedQuestion } from '../analytics-api.ts'
import { followProfile, afterMs, type After, type LiveStatus } from '../../../app/live/live-stream.ts'
import { EMPTY_FEED, withMessage, type LiveFeed } from './live-feed.ts'
import { paced } from './paced.ts'

export interface Live extends LiveFeed {
  readonly status: LiveStatus
}

const FIGURES_EVERY_MS = 1_000
const INSIGHTS_EVERY_MS = 60_000

export function useLiveStream(question: UnifiedQuestion): Live {
  const { profileId } = question
  const store = useAppStore()
  const token = useSelector(selectSignedIn)?.token
  const [status, setStatus] = useState<LiveStatus>('connecting')
  const [feed, setFeed] = useState<LiveFeed>(EMPTY_FEED)

  /** The log's position when the stream opened, until something moves. */
  const openedAt = useRef<string>(undefined)

  const askFigures = useEffectEvent((isWanted: () => boolean) =>
    refetchFigures(store, { question, openedAt, isWanted }),
  )
  const askInsights = useEffectEvent(() => refetchInsights(store, profileId))

  useEffect(() => {
    let alive = true
    const after: After = (ms, work) => afterMs(ms, () => alive && work())
    const figuresMoved = paced(() => askFigures(() => alive), FIGURES_EVERY_MS, after)
    const insightsMoved = paced(() => askInsights(), INSIGHTS_EVERY_MS, after)
    const onMessage = (message: LiveMessage, position: string | undefined) => {
      if (message.type === 'opened') openedAt.current = position
      if (message.type === 'moved') openedAt.current = undefined
      setFeed((known) => withMessage(known, message))
      if (message.type === 'opened' || message.type === 'moved') figuresMoved()
      if (message.type === 'moved') insightsMoved()
    }
    const unfollow = followProfile(store, profileId, { onMessage, onStatus: setStatus })
    return () => {
      alive = false
      unfollow()
    }
  }, [store, profileId, token])
  return { status, ...feed }
}

interface FiguresRefetch {
  readonly question: UnifiedQuestion
  readonly openedAt: RefObject<string | undefined>
  readonly isWanted: () => boolean
}

type Figures = Pick<UnifiedAnalytics, 'log_position'> | undefined

/** Whether the figures on the screen contain everything up to the stream's opening. */
export const isAnswered = (figures: Figures, openedAt: string | undefined): boolean =>
  figures !== undefined && openedAt !== undefined && BigInt(figures.log_position) >= BigInt(openedAt)

async function refetchFigures(store: AppStore, { question, openedAt, isWanted }: FiguresRefetch) {
  const { unified } = analyticsApi.endpoints
  // A request under way may have been answered before the change.
  await store.dispatch(analyticsApi.util.getRunningQueryThunk('unified', question))
  // During the wait the person may have left or signed out.
  if (!isWanted() || isAnswered(unified.select(question)(store.getState()).data, openedAt.current)) return
  openedAt.current = undefined
  await store.dispatch(unified.initiate(question, { forceRefetch: true, subscribe: false }))
}

async function refetchInsights(store: AppStore, profileId: string): Promise<void> {
  const { insights } = analyticsApi.endpoints
  await store.dispatch(insights.initiate(profileId, { forceRefetch: true, subscribe: false }))
}
