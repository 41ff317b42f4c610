import { useState, useId, useEffect, useRef, type RefObject } from 'react'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { useTouch } from '../../../ui/browser/use-browser.ts'
import { Modal } from '../../../ui/Modal.tsx'
import { cutOf, middleOf, stageOf, isSmall, type Area, type Size, type Picture } from './picture.ts'
import type { Slot } from './slots.ts'
import { ZoomIn, ZoomOut, ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'

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

interface PictureFrameProps {
  readonly stageUrl: string
  readonly slot: Slot
  readonly zoom: number
  readonly onZoom: (zoom: number) => void
  /** In percent of the stage. */
  readonly onFrame: (frame: Area) => void
}

const MIDDLE = { x: 0, y: 0 }
const KEY_STEP_PX = 16
/** Two rings, as one colour would be lost on some pictures. The library's own rules are in no layer. */
const FOCUS_LOOK =
  'focus-visible:border-3! focus-visible:border-black! focus-visible:outline-white focus-visible:-outline-offset-5'

/** A window without a layout has no sizes, and areas of NaN. */
const isMeasured = ({ width, height }: Area): boolean => width > 0 && height > 0

export const ZOOM_MAX = 4
export function PictureFrame({ stageUrl, slot, zoom, onZoom, onFrame }: PictureFrameProps) {
  const [crop, setCrop] = useState(MIDDLE)
  const [isReady, setReady] = useState(false)
  const frame = useRef<RefObject<HTMLDivElement | null> | null>(null)
  // The frame appears after the dialog, whose first field has the focus until then.
  useEffect(() => {
    if (isReady) frame.current?.current?.focus()
  }, [isReady])
  /** Only the frame knows how far the picture may move. */
  const move = (key: string) =>
    frame.current?.current?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  return (
    <>
      <div className="relative h-[min(340px,45dvh)] overflow-hidden rounded-md bg-white forced-color-adjust-none">
        <Cropper
          disableAutomaticStylesInjection
          image={stageUrl}
          aspect={slot.aspect}
          cropShape={slot.isRound ? 'round' : 'rect'}
          showGrid={false}
          crop={crop}
          zoom={zoom}
          maxZoom={ZOOM_MAX}
          keyboardStep={KEY_STEP_PX}
          onCropChange={setCrop}
          onZoomChange={onZoom}
          onCropAreaChange={(area) => isMeasured(area) && onFrame(area)}
          onCropSizeChange={() => setReady(true)}
          setCropperRef={(ref) => (frame.current = ref)}
          classes={{ cropAreaClassName: FOCUS_LOOK }}
          cropperProps={{ role: 'application', 'aria-label': 'Encuadre: muévelo con las flechas' }}
        />
      </div>
      <MoveButtons onMove={move} />
    </>
  )
}

const MOVES = [
  ['ArrowLeft', 'Mover a la izquierda', ArrowLeft],
  ['ArrowUp', 'Mover hacia arriba', ArrowUp],
  ['ArrowDown', 'Mover hacia abajo', ArrowDown],
  ['ArrowRight', 'Mover a la derecha', ArrowRight],
] as const

interface MoveButtonsProps {
  readonly onMove: (key: string) => void
}

const MoveButtons = ({ onMove }: MoveButtonsProps) => (
  <div role="group" aria-label="Mover la imagen" className="flex justify-center gap-3">
    {MOVES.map(([key, label, Icon]) => (
      <IconButton key={key} label={label} onClick={() => onMove(key)}>
        <Icon aria-hidden="true" size={18} strokeWidth={1.9} />
      </IconButton>
    ))}
  </div>
)
