import { createContext, useContext, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { narrowedIn, partsOf, toggled, withoutNarrowing, type Narrowed } from './filter-address.ts'
import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { useUnifiedQuery } from '../analytics-api.ts'

export interface Filtering {
  readonly narrowed: Narrowed
  readonly toggle: (part: Narrowed) => void
}

export const FilteringContext = createContext<Filtering>({ narrowed: {}, toggle: () => undefined })
export const useFiltering = (): Filtering => useContext(FilteringContext)

const isOverlayOpen = (): boolean => document.querySelector('[role="dialog"],dialog[open]') !== null

/** Each press is a step of the browser's history. Escape removes the newest part. */
export function useAddressFilter() {
  const [params, setParams] = useSearchParams()
  const narrowed = useMemo(() => narrowedIn(params), [params])
  const filtering = useMemo<Filtering>(
    () => ({
      narrowed,
      toggle: (part) => setParams((before) => toggled(before, part)),
    }),
    [narrowed, setParams],
  )
  const { toggle } = filtering
  useEffect(() => {
    const newest = partsOf(narrowed).at(-1)
    if (newest === undefined) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isOverlayOpen()) toggle(newest)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [narrowed, toggle])
  return { filtering, clear: () => setParams(withoutNarrowing) }
}

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
