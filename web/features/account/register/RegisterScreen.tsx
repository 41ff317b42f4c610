import type { Session } from '@app/contracts/api/accounts/auth-calls.ts'
import { Link, useLocation } from 'react-router-dom'
import { AccountFrame } from '../../../ui/AccountFrame.tsx'
import { ExternalLoginButtons } from '../login/ExternalLoginButtons.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { scannedCode } from './scanned-code.ts'
import { WithoutCard } from './WithoutCard.tsx'
import { TEXT_LINK } from '../../../ui/text-link.ts'

interface RegisterScreenProps {
  readonly onSignedIn: (session: Session) => void
  readonly onLeave: () => void
}

export function RegisterScreen({ onSignedIn, onLeave }: RegisterScreenProps) {
  const { state } = useLocation()
  const code = scannedCode()
  return (
    <AccountFrame title="Crea tu cuenta">
      {code !== '' && (
        <p className="rounded-md bg-success-soft px-4 py-3 text-success">
          Leímos tu código <b className="font-mono whitespace-nowrap">{code}</b>. Crea tu cuenta y tu tarjeta
          queda lista.
        </p>
      )}
      <ExternalLoginButtons onLeave={onLeave} />
      <RegisterForm onSignedIn={onSignedIn} />
      <p className="text-center text-ink-2">
        ¿Ya tienes cuenta?{' '}
        <Link to="/login" state={state as unknown} className={TEXT_LINK}>
          Inicia sesión
        </Link>
      </p>
      <WithoutCard />
    </AccountFrame>
  )
}
