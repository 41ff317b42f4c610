import { Mark } from '../../../ui/brand/Mark.tsx'
import { Ondas } from '../../../ui/brand/Ondas.tsx'

interface TapCardProps {
  readonly taps: number
  readonly onTap: () => void
}

/** Only the button's face moves, so that focus and pointer do not lose the button. */
export function TapCard({ taps, onTap }: TapCardProps) {
  return (
    <button type="button" aria-label="Probar un toque" className="l-card" onClick={onTap}>
      <span key={taps} aria-hidden="true" className="l-card-face">
        <Ondas className="l-card-ondas" rings={7} step={26} />
        <Mark size={20} />
        <b>Antonia Rivas Soto</b>
        <small>Directora Comercial</small>
      </span>
    </button>
  )
}
