import type { Session } from '@app/contracts/sign-in.ts'
import { Link, useLocation } from 'react-router-dom'
import { INACTIVE_TEXT } from '../../../app/refusal.ts'
import type { SessionState } from '../../../app/session/session-slice.ts'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { AccountFrame } from '../../../ui/AccountFrame.tsx'
import { ExternalLoginButtons } from './ExternalLoginButtons.tsx'
import { TEXT_LINK, Button } from '../../../ui/Button.tsx'
import { lazy, Suspense, useState } from 'react'
import { PasswordField } from '../../../ui/forms/PasswordField.tsx'
import { EmailField } from '../../../ui/forms/EmailField.tsx'
import { useLoginMutation } from '../account-api.ts'
import { loginForm } from '../form-schemas.ts'
import { CallForm, useCallForm } from '../../../app/CallForm.tsx'

const ForgotPasswordModal = lazy(async () => ({
  default: (await import('../reset/ForgotPasswordModal.tsx')).ForgotPasswordModal,
}))

interface LoginFormProps {
  readonly email?: string | undefined
  readonly onSignedIn: (session: Session) => void
}

function LoginForm({ email: known = '', onSignedIn }: LoginFormProps) {
  const [login] = useLoginMutation()
  const [forgot, setForgot] = useState<'never' | 'open' | 'closed'>('never')
  const form = useCallForm({
    schema: loginForm,
    initial: { email: known, password: '' },
    send: ({ email, password }) => login({ email: email.trim(), password }),
    onDone: onSignedIn,
  })
  return (
    <>
      <CallForm form={form} fallback="Login failed">
        <EmailField label="Correo electrónico" autoComplete="username" form={form} {...form.field('email')} />
        <PasswordField
          label="Contraseña"
          autoComplete="current-password"
          required
          {...form.field('password')}
        />
        <p className="text-right text-small">
          <button type="button" className={TEXT_LINK} onClick={() => setForgot('open')}>
            ¿Olvidaste tu contraseña?
          </button>
        </p>
        <Button type="submit" kind="primary" size="lg" busy={form.sending}>
          {form.sending ? 'Entrando...' : 'Entrar'}
        </Button>
      </CallForm>
      {forgot !== 'never' && (
        <Suspense>
          <ForgotPasswordModal
            open={forgot === 'open'}
            email={form.values.email}
            onOpenChange={(open) => setForgot(open ? 'open' : 'closed')}
          />
        </Suspense>
      )}
    </>
  )
}

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
