import type { Session } from '@app/contracts/login.ts'
import { useSelector } from 'react-redux'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { INACTIVE_TEXT } from '../../../app/refusal.ts'
import { useSignIn } from '../../../app/session/login-destination.ts'
import { selectEndedBy } from '../../../app/session/session-slice.ts'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { AccountFrame } from '../../../ui/ScreenFrame.tsx'
import { ExternalLoginButtons } from './ExternalLoginButtons.tsx'
import { TEXT_LINK, Button } from '../../../ui/Button.tsx'
import { lazy, Suspense, useState } from 'react'
import { PasswordField, EmailField } from '../../../ui/forms/fields.tsx'
import { useLoginMutation } from '../account-api.ts'
import { loginForm } from '../form-schemas.ts'
import { CallForm, useCallForm } from '../../../app/CallForm.tsx'

const ForgotPasswordModal = lazy(async () => ({
  default: (await import('../reset/ForgotPasswordModal.tsx')).ForgotPasswordModal,
}))

interface LoginFormProps {
  readonly email: string
  readonly onSignedIn: (session: Session) => void
}

function LoginForm({ email, onSignedIn }: LoginFormProps) {
  const [login] = useLoginMutation()
  const [forgot, setForgot] = useState<'never' | 'open' | 'closed'>('never')
  const form = useCallForm({
    schema: loginForm,
    initial: { email, password: '' },
    send: (typed) => login({ ...typed, email: typed.email.trim() }),
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

export function LoginScreen() {
  const { state } = useLocation()
  const { destination, email, passwordReset, onLeave, onSignedIn } = useSignIn()
  const endedBy = useSelector(selectEndedBy)
  if (destination !== null) return <Navigate to={destination} replace />
  const notice = passwordReset && endedBy !== 'deactivation' ? 'password-reset' : endedBy
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
