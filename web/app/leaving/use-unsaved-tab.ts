import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { useUnsaved } from './leave-context.ts'

interface Place {
  readonly tab: string
  readonly profileId: string
}

interface UnsavedTab extends Place {
  readonly hasChanges: boolean
  /** Pass a stable function. */
  readonly onLeave: () => void
}

/** Asks before a tab with changes is left for another tab, profile or screen. */
export function useUnsavedTab({ tab, profileId, hasChanges, onLeave }: UnsavedTab): void {
  const { pathname } = useLocation()
  const unsaved = useMemo(() => {
    if (!hasChanges) return undefined
    return { isLeftFor: leaving(pathname, { tab, profileId }), onLeave }
  }, [hasChanges, pathname, tab, profileId, onLeave])
  useUnsaved(unsaved)
}

const leaving =
  (here: string, { tab, profileId }: Place) =>
  ({ pathname, searchParams }: URL): boolean => {
    const next = searchParams.get('profile')?.toLowerCase() ?? profileId
    return pathname !== here || searchParams.get('tab') !== tab || next !== profileId
  }
