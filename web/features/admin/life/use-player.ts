import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react'

/** Events a second. */
export const SPEEDS = [1, 10, 100] as const
export type Speed = (typeof SPEEDS)[number]

/** No screen shows a hundred pictures a second; ten of ten events look the same. */
const TICKS = { 1: [1_000, 1], 10: [100, 1], 100: [100, 10] } as const

/** Where in a life somebody is, from 0, and how it plays. */
export function usePlayer(total: number, first: number) {
  const [index, setIndex] = useState(Math.max(0, first))
  const [isStarted, setStarted] = useState(false)
  const [speed, setSpeed] = useState<Speed>(10)
  const isPlaying = isStarted && index < total - 1
  const goTo = (wanted: number) => setIndex(Math.min(total - 1, Math.max(0, wanted)))
  const step = (by: number) => {
    setStarted(false)
    goTo(index + by)
  }
  const toggle = () => {
    if (!isPlaying && index === total - 1) goTo(0)
    setStarted(!isPlaying)
  }
  const tick = useEffectEvent(() => setIndex((before) => Math.min(total - 1, before + TICKS[speed][1])))
  useEffect(() => {
    if (!isPlaying) return undefined
    const timer = setInterval(() => tick(), TICKS[speed][0])
    return () => clearInterval(timer)
  }, [isPlaying, speed])
  /** A press of the space bar is a click on what has the focus; the slider has its own arrows. */
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    const isOn = (selector: string) => target instanceof Element && target.closest(selector) !== null
    const keys: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      Home: () => step(-index),
      End: () => step(total - 1 - index),
      ' ': toggle,
    }
    const act = keys[key]
    if (act === undefined || ctrlKey || metaKey || altKey || (key === ' ' && isOn('a, button'))) return
    event.preventDefault()
    act()
  }
  return { index, total, isPlaying, speed, setSpeed, goTo, step, toggle, onKeyDown }
}

export type Player = ReturnType<typeof usePlayer>
