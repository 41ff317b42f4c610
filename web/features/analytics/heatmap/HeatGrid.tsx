import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react'
import {
  cellAfterKey,
  cellAtPoint,
  cellText,
  heatStep,
  hourText,
  WEEKDAY_LABELS,
  type Heatmap,
} from './heatmap.ts'

interface HeatGridProps {
  readonly heatmap: Heatmap
  readonly cell: number
  readonly pointed: boolean
  readonly onPoint: (cell: number) => void
  /** A press, or Enter on the slider. */
  readonly onPress: (cell: number) => void
  readonly onLeave: () => void
}

const LABELLED_HOURS = [0, 3, 6, 9, 12, 15, 18, 21]

function cellUnder({ clientX, clientY, currentTarget }: MouseEvent): number {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return cellAtPoint((clientX - left) / width, (clientY - top) / height)
}

/** One slider for mouse, finger and keys: 168 cells are too small to be buttons. */
function HeatSlider({ heatmap, cell, onPoint, onPress, onLeave }: Omit<HeatGridProps, 'pointed'>) {
  const follow = (event: PointerEvent) => onPoint(cellUnder(event))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onLeave()
    if (event.key === 'Enter') onPress(cell)
    const next = cellAfterKey(cell, event.key)
    if (next === undefined) return
    event.preventDefault()
    onPoint(next)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Hora de la semana"
      title="Pulsa, o usa Enter, para ver solo esa hora"
      onClick={(event) => onPress(cellUnder(event))}
      aria-valuemin={1}
      aria-valuemax={heatmap.flat().length}
      aria-valuenow={cell + 1}
      aria-valuetext={cellText(heatmap, cell)}
      onPointerMove={follow}
      onPointerDown={follow}
      // Touch keeps the cell after the finger leaves, so that its value can be read.
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onLeave()}
      onFocus={({ target }) => target.matches(':focus-visible') && onPoint(cell)}
      onBlur={onLeave}
      onKeyDown={onKeyDown}
      className="absolute inset-0 cursor-pointer touch-pan-y rounded-sm"
    />
  )
}

export function HeatGrid(props: HeatGridProps) {
  const { heatmap, cell, pointed } = props
  const visits = heatmap.flat()
  const most = Math.max(...visits)
  return (
    <div className="@container grid grid-cols-[auto_1fr] gap-x-2 gap-y-1.5 text-[.6875rem] leading-none text-ink-3">
      <ol aria-hidden="true" className="grid grid-rows-7 items-center">
        {WEEKDAY_LABELS.map((name) => (
          <li key={name}>{name.slice(0, 3)}</li>
        ))}
      </ol>
      <div className="relative">
        <div
          aria-hidden="true"
          className="grid grid-cols-[repeat(24,minmax(0,1fr))] gap-[2px] forced-color-adjust-none sm:gap-[3px]"
        >
          {visits.map((count, at) => (
            <i
              key={at}
              className={`h-5 rounded-[3px] ${pointed && at === cell ? 'outline-2 outline-offset-1 outline-(--ink)' : ''}`}
              style={{ background: `var(--heat-${heatStep(count, most)})` }}
            />
          ))}
        </div>
        <HeatSlider {...props} />
      </div>
      <ol aria-hidden="true" className="col-start-2 grid grid-cols-8 whitespace-nowrap tabular-nums">
        {LABELLED_HOURS.map((hour) => (
          <li
            key={hour}
            className="@max-[16.875rem]:even:invisible @max-[12rem]:not-[:nth-child(4n+1)]:invisible"
          >
            {hourText(hour)}
          </li>
        ))}
      </ol>
    </div>
  )
}
