import type { TrafficPoint } from '@app/contracts/api/analytics-calls.ts'
import type { TimeUnit } from '@app/contracts/traffic/ranges.ts'
import { useState, type KeyboardEvent } from 'react'
import { pointText } from './chart-texts.ts'
import type { Series } from './traffic-series.ts'

interface PointSliderProps {
  readonly points: readonly TrafficPoint[]
  readonly unit: TimeUnit
  readonly shown: readonly Series[]
  readonly onMove: (at: number) => void
  /** Enter. */
  readonly onPress: (at: number) => void
  readonly onLeave: () => void
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  Home: () => 0,
  End: (_at, last) => last,
}

/** Keyboard access to the points: screen readers announce a slider's new value. */
export function PointSlider({ points, unit, shown, onMove, onPress, onLeave }: PointSliderProps) {
  const last = points.length - 1
  const [chosen, setChosen] = useState<number>()
  const at = Math.min(chosen ?? last, last)
  const point = points[at]

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step) {
      if (event.key === 'Escape') onLeave()
      if (event.key === 'Enter') onPress(at)
      return
    }
    event.preventDefault()
    const next = Math.min(Math.max(step(at, last), 0), last)
    setChosen(next)
    onMove(next)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Punto del gráfico"
      title="Enter: ver solo este punto"
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={at + 1}
      aria-valuetext={point && pointText(point, unit, shown)}
      onFocus={(event) => event.target.matches(':focus-visible') && onMove(at)}
      onBlur={onLeave}
      onKeyDown={onKeyDown}
      className="pointer-events-none absolute inset-0 rounded-sm"
    />
  )
}
