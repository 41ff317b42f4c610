import { createContext, useCallback, useContext, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { narrowedIn, partsOf, toggled, withoutNarrowing, type Narrowed } from './filter-address.ts'

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
  const { narrowed, hasUnknown } = useMemo(() => narrowedIn(params), [params])
  const toggle = useCallback((part: Narrowed) => setParams((before) => toggled(before, part)), [setParams])
  useEffect(() => {
    const newest = partsOf(narrowed).at(-1)
    if (newest === undefined) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isOverlayOpen()) toggle(newest)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [narrowed, toggle])
  const filtering = useMemo(() => ({ narrowed, toggle }), [narrowed, toggle])
  return { filtering, hasUnknown, clear: () => setParams(withoutNarrowing) }
}
