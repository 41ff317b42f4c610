import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react'
import { IconButton } from '../../../ui/IconButton.tsx'

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

/** For people who can press, but not drag. */
export const MoveButtons = ({ onMove }: MoveButtonsProps) => (
  <div role="group" aria-label="Mover la imagen" className="flex justify-center gap-3">
    {MOVES.map(([key, label, Icon]) => (
      <IconButton key={key} label={label} onClick={() => onMove(key)}>
        <Icon aria-hidden="true" size={18} strokeWidth={1.9} />
      </IconButton>
    ))}
  </div>
)
