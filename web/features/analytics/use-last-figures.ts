import type { UnifiedAnalytics } from '@app/contracts/analytics/calls.ts'
import { engagedOfFew } from '@app/contracts/traffic/small-numbers.ts'
import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useLocation } from 'react-router-dom'
import { selectSignedIn } from '../../app/session/session-slice.ts'
import { KPIS } from './kpis/kpis.ts'
import { keepFigures, lastFigures } from '../../app/session/last-figures.ts'
import type { LiveAnalytics } from './live/use-live-analytics.ts'
import { isNarrowedAt } from './range-of.ts'

/** As KpiCards shows them. */
const textsOf = (data: UnifiedAnalytics): readonly string[] =>
  KPIS.map(({ headline, format }) => {
    const engaged = headline === 'engagement_rate' ? engagedOfFew(data) : undefined
    return engaged === undefined ? format(data[headline]) : `${engaged} de ${data.unique_visitors}`
  })

/**
 * What this browser keeps of one's own profile for the start of the next visit.
 * @returns what it kept at the last one, while the figures are not there
 */
export function useLastFigures(
  profileId: string,
  isOwn: boolean,
  { data, stale }: LiveAnalytics,
): readonly string[] | undefined {
  const accountId = useSelector(selectSignedIn)?.user.id
  const { search } = useLocation()
  const isKept = isOwn && !stale && !isNarrowedAt(search)
  useEffect(() => {
    if (accountId === undefined || data === undefined || !isKept) return
    keepFigures(accountId, { profileId, range: data.date_range, texts: textsOf(data) })
  }, [accountId, data, isKept, profileId])
  return data ? undefined : lastFigures(accountId, search, profileId)
}
