import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { cutOf, middleOf, stageOf, type Area } from './picture-areas.ts'
import type { Picture } from './picture.ts'
import { PictureFrame } from './PictureFrame.tsx'
import { sizeAdvice } from './size-advice.ts'
import type { Slot } from './slots.ts'
import { ZoomSlider } from './ZoomSlider.tsx'

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
      description="Mueve la imagen con el mouse, el dedo o las flechas. Acércala con + y −."
    >
      <PictureFrame stageUrl={picture.stageUrl} slot={slot} zoom={zoom} onZoom={setZoom} onFrame={setFrame} />
      <div className="grid gap-1.5">
        <ZoomSlider zoom={zoom} onZoom={setZoom} />
        <p role="status" className="min-h-[2lh] text-small text-balance text-warning min-[420px]:min-h-[1lh]">
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
