import { Link } from 'react-router-dom'
import { buttonLook } from '../../../ui/button-look.ts'
import { AccountFrame } from '../AccountFrame.tsx'
import { SuccessTick } from '../SuccessTick.tsx'

export function ResetDoneScreen({ loginState }: { readonly loginState: object }) {
  return (
    <AccountFrame
      title="Contraseña actualizada"
      sign={<SuccessTick />}
      lead="Ya puedes entrar con tu contraseña nueva."
    >
      <Link to="/login" state={loginState} className={buttonLook('primary', 'lg')}>
        Iniciar Sesión
      </Link>
    </AccountFrame>
  )
}
