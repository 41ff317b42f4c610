import { Link, useLocation } from 'react-router-dom'
import type { LoginState } from '../../../app/session/login-state.ts'
import { TEXT_LINK } from '../text-link.ts'

/** At the field of an e-mail that has an account. */
export function SignInInstead({ email }: { readonly email: string }) {
  const state: LoginState = { ...(useLocation().state as LoginState | null), email }
  return (
    <Link to="/login" state={state} className={`${TEXT_LINK} break-words`}>
      Inicia sesión con {email}
    </Link>
  )
}
