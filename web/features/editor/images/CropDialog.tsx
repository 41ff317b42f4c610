import { useState, useId } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { useTouch } from '../../../ui/browser/use-browser.ts'
import { Modal } from '../../../ui/Modal.tsx'
import { cutOf, middleOf, stageOf, isSmall, type Area, type Size } from './picture-areas.ts'
import type { Picture } from './picture.ts'
import { PictureFrame, ZOOM_MAX } from './PictureFrame.tsx'
import type { Slot } from './slots.ts'
import { ZoomIn, ZoomOut } from 'lucide-react'

interface ZoomSliderProps {
  readonly zoom: number
  readonly onZoom: (zoom: number) => void
}

const percent = new Intl.NumberFormat('es-CL', { style: 'percent' })

function ZoomSlider({ zoom, onZoom }: ZoomSliderProps) {
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

/** @param most the largest size within the frame */
export function sizeAdvice(cut: Size, most: Size, wanted: Size): string | undefined {
  if (!isSmall(cut, wanted)) return undefined
  if (isSmall(most, wanted))
    return `La imagen es muy pequeña. Usa al menos ${wanted.width} × ${wanted.height}.`
  return 'Tan de cerca se verá borrosa. Aleja la imagen.'
}

const HOW = 'Mueve la imagen con el mouse o las flechas. Acércala con la rueda.'
const HOW_BY_TOUCH = 'Mueve la imagen con un dedo. Acércala con dos.'

interface CropDialogProps {
  readonly picture: Picture
  readonly slot: Slot
  readonly onUse: (frame: Area) => void
  readonly onCancel: () => void
}

export function CropDialog({ picture, slot, onUse, onCancel }: CropDialogProps) {
  const stage = stageOf(picture.bitmap, slot)
  const largest = middleOf(stage, slot.aspect)
  const [frame, setFrame] = useState(largest)
  const [zoom, setZoom] = useState(1)
  const cut = (area: Area) => cutOf(area, stage, picture.bitmap)
  return (
    <Modal
      open
      onOpenChange={onCancel}
      title="Ajusta el encuadre"
      description={useTouch() ? HOW_BY_TOUCH : HOW}
    >
      <PictureFrame stageUrl={picture.stageUrl} slot={slot} zoom={zoom} onZoom={setZoom} onFrame={setFrame} />
      <div className="grid gap-1.5">
        <ZoomSlider zoom={zoom} onZoom={setZoom} />
        <p role="status" className="min-h-[2lh] text-small text-balance text-warning min-h-[1lh]">
          {sizeAdvice(cut(frame), cut(largest), slot.wanted)}
        </p>
      </div>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={onCancel}>Cancelar</Button>
        <Button kind="primary" onClick={() => onUse(frame)}>
          Usar imagen
        </Button>
      </div>
    </Modal>
  )
}
