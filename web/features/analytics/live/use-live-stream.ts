import type { UnifiedAnalytics, LiveMessage } from '@app/contracts/analytics.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSelector } from 'react-redux'
import { selectSignedIn } from '../../../app/slices.ts'
import { useAppStore, followProfile, type LiveStatus } from '../../../app/live-stream.ts'
import { analyticsApi, type UnifiedQuestion } from '../analytics-api.ts'
import { EMPTY_FEED, withMessage, type LiveFeed } from './live-feed.ts'

export interface Live extends LiveFeed {
  readonly status: LiveStatus
}

/** The server sends two messages a second at most; RTK Query asks again once what is under way has been answered. */
export function useLiveStream(question: UnifiedQuestion): Live {
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
    setFeed((known) => withMessage(known, message))
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

type Figures = Pick<UnifiedAnalytics, 'log_position'> | undefined

/** Whether the figures on the screen contain everything up to the stream's opening. */
export const isAnswered = (figures: Figures, openedAt: string | undefined): boolean =>
  figures !== undefined && openedAt !== undefined && BigInt(figures.log_position) >= BigInt(openedAt)
