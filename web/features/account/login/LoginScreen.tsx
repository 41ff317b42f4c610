import type { Session } from '@app/contracts/api/accounts/auth-calls.ts'
import { Link, useLocation } from 'react-router-dom'
import { INACTIVE_TEXT } from '../../../app/refusal.ts'
import type { SessionState } from '../../../app/session/session-slice.ts'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { AccountFrame } from '../../../ui/AccountFrame.tsx'
import { ExternalLoginButtons } from './ExternalLoginButtons.tsx'
import { LoginForm } from './LoginForm.tsx'
import { TEXT_LINK } from '../../../ui/text-link.ts'

interface LoginScreenProps {
  readonly onSignedIn: (session: Session) => void
  readonly onLeave: () => void
  /** Typed when registering. */
  readonly email?: string
  readonly notice?: 'password-reset' | SessionState['endedBy']
}

export function LoginScreen({ onSignedIn, onLeave, email, notice }: LoginScreenProps) {
  const { state } = useLocation()
  return (
    <AccountFrame title="Iniciar Sesión">
      {notice === 'password-reset' && (
        <Notice tone="success">Contraseña actualizada. Ya puedes entrar.</Notice>
      )}
      {notice === 'deactivation' && <Notice tone="danger">{INACTIVE_TEXT}</Notice>}
      {notice === 'erasure' && <Notice tone="success">Cerramos tu cuenta y borramos lo que era tuyo.</Notice>}
      {notice === 'server' && <Notice tone="info">Tu sesión se cerró. Inicia sesión para continuar.</Notice>}
      <ExternalLoginButtons onLeave={onLeave} />
      <LoginForm email={email} onSignedIn={onSignedIn} />
      <p className="text-center text-ink-2">
        ¿No tienes cuenta?{' '}
        <Link to="/register" state={state as unknown} className={TEXT_LINK}>
          Regístrate
        </Link>
      </p>
    </AccountFrame>
  )
}
