import { useEffect, useEffectEvent, useState } from 'react'

type Follow = (sheet: HTMLElement, onClose: () => void, signal: AbortSignal) => void

/** Comes with the first sheet, so that no screen weighs more. */
const followLater: Follow = (...shown) =>
  void import('./follow-finger.ts').then(
    ({ followFinger }) => followFinger(...shown),
    () => undefined,
  )

/** @returns the ref of the sheet that a finger can draw down */
export function useDragDown(onClose: () => void, follow = followLater): (sheet: HTMLElement | null) => void {
  const [sheet, setSheet] = useState<HTMLElement | null>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const left = new AbortController()
    if (sheet) follow(sheet, () => close(), left.signal)
    return () => left.abort()
  }, [sheet, follow])
  return setSheet
}
