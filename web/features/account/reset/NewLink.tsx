import { Link } from 'react-router-dom'
import { buttonLook } from '../../../ui/button-look.ts'

export function NewLink() {
  return (
    <Link to="/auth/forgot-password" className={buttonLook('primary', 'lg')}>
      Solicitar un nuevo enlace
    </Link>
  )
}
