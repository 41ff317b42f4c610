import { useEffect, useRef, useState, type RefObject } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react'
import { IconButton } from '../../../ui/Button.tsx'
import type { Area } from './picture-areas.ts'
import type { Slot } from './slots.ts'

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
/** A picture that is moved and zoomed behind a frame, by pointer, fingers, wheel, arrow keys or buttons. */
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
  /** Called with the key that would do the same. */
  readonly onMove: (key: string) => void
}

/** Moves the picture for people who can press, but not drag. */
const MoveButtons = ({ onMove }: MoveButtonsProps) => (
  <div role="group" aria-label="Mover la imagen" className="flex justify-center gap-3">
    {MOVES.map(([key, label, Icon]) => (
      <IconButton key={key} label={label} onClick={() => onMove(key)}>
        <Icon aria-hidden="true" size={18} strokeWidth={1.9} />
      </IconButton>
    ))}
  </div>
)
