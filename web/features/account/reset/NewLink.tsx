import { Link } from 'react-router-dom'
import { buttonLook } from '../../../ui/button-look.ts'

/** The way on from a link that no longer holds. */
export function NewLink() {
  return (
    <Link to="/auth/forgot-password" className={buttonLook('primary', 'lg')}>
      Solicitar un nuevo enlace
    </Link>
  )
}
