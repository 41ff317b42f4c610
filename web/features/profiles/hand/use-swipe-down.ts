import { useRef, type TouchEvent } from 'react'

const FAR_PX = 80

/** One finger that moves down further than sideways, where nothing is left to scroll up to. */
export function useSwipeDown(onSwipe: () => void) {
  const from = useRef<{ readonly x: number; readonly y: number } | undefined>(undefined)
  return {
    onTouchStart: ({ touches, currentTarget }: TouchEvent) => {
      const finger = touches[0]
      const isAtTop = touches.length === 1 && currentTarget.scrollTop <= 0
      from.current = isAtTop && finger ? { x: finger.clientX, y: finger.clientY } : undefined
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches[0]
      const start = from.current
      from.current = undefined
      if (!finger || !start) return
      const down = finger.clientY - start.y
      if (down > FAR_PX && down > Math.abs(finger.clientX - start.x)) onSwipe()
    },
  }
}
