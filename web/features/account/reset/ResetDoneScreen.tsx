import { Link } from 'react-router-dom'
import type { LoginState } from '../../../app/session/login-state.ts'
import { buttonLook } from '../../../ui/button-look.ts'
import { AccountFrame } from '../../../ui/AccountFrame.tsx'
import { SuccessTick } from '../SuccessTick.tsx'

const AFTER_RESET: LoginState = { passwordReset: true }

export function ResetDoneScreen() {
  return (
    <AccountFrame
      title="Contraseña actualizada"
      sign={<SuccessTick />}
      lead="Ya puedes entrar con tu contraseña nueva."
    >
      <Link to="/login" state={AFTER_RESET} className={buttonLook('primary', 'lg')}>
        Iniciar Sesión
      </Link>
    </AccountFrame>
  )
}
