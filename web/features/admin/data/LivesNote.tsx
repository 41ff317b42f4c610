import { Link } from 'react-router-dom'
import { TEXT_LINK } from '../../../ui/text-link.ts'

/** Where lives are played: each entity of Historial has its own. */
export const LivesNote = () => (
  <p className="card px-[18px] py-4 text-small text-ink-2">
    <span>Reproducir la vida de un perfil o una cuenta: </span>
    <Link to="?tab=historial" className={TEXT_LINK}>
      ábrelo en Historial
    </Link>
    <span>.</span>
  </p>
)
