import { useLayoutEffect } from 'react'
import { useNavigationType } from 'react-router-dom'

/** A tab that is pressed begins at its top; one that is gone back to stands where the browser left it. */
export function useTopOfTab(tab: string): void {
  const isReturn = useNavigationType() === 'POP'
  useLayoutEffect(() => {
    if (!isReturn) window.scrollTo(0, 0)
    // By the way into this tab alone: a filter of the address moves nothing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [tab])
}
