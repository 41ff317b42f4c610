import { ZoomIn, ZoomOut } from 'lucide-react'
import { useId } from 'react'
import { ZOOM_MAX } from './zoom.ts'

interface ZoomSliderProps {
  readonly zoom: number
  readonly onZoom: (zoom: number) => void
}

const percent = new Intl.NumberFormat('es-CL', { style: 'percent' })

export function ZoomSlider({ zoom, onZoom }: ZoomSliderProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-3 text-ink-2">
      <ZoomOut aria-hidden="true" size={18} strokeWidth={1.9} />
      <label htmlFor={id} className="sr-only">
        Acercamiento
      </label>
      <input
        id={id}
        type="range"
        min={1}
        max={ZOOM_MAX}
        step={0.01}
        value={zoom}
        aria-valuetext={percent.format(zoom)}
        onChange={({ currentTarget }) => onZoom(Number(currentTarget.value))}
        className="h-6 min-w-0 flex-1 accent-accent pointer-coarse:h-11"
      />
      <ZoomIn aria-hidden="true" size={18} strokeWidth={1.9} />
    </div>
  )
}
