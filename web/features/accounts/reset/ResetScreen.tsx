import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { refusalFrom, refusalText } from '../../../app/refusal.ts'
import { sessionStarted, type StartedSession } from '../../../app/session/session-slice.ts'
import { TEXT_LINK, Button, buttonLook } from '../../../ui/Button.tsx'
import { AccountFrame } from '../../../ui/ScreenFrame.tsx'
import {
  useVerifyResetTokenQuery,
  useResetPasswordMutation,
  type PasswordResetAnswer,
} from '../account-api.ts'
import { Working, NewPasswordFields, KnownEmail } from '../AccountParts.tsx'
import { RotateCw, Check } from 'lucide-react'
import { newPasswordForm } from '../form-schemas.ts'
import { CallForm, useCallForm } from '../../../app/CallForm.tsx'
import type { LoginState } from '../../../app/session/login-destination.ts'

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

const LEAD = 'El enlace no es válido o ha expirado. Solicita uno nuevo.'

function NewLink() {
  return (
    <Link to="/auth/forgot-password" className={buttonLook('primary', 'lg')}>
      Solicitar un nuevo enlace
    </Link>
  )
}

interface InvalidLinkProps {
  readonly reason: string
  readonly onRetry?: (() => void) | undefined
}

function InvalidLink({ reason, onRetry }: InvalidLinkProps) {
  return (
    <AccountFrame title="Enlace inválido" lead={LEAD}>
      <div className="grid gap-4">
        {reason !== LEAD && (
          <p role="alert" className="text-small text-ink-3">
            {reason}
          </p>
        )}
        <NewLink />
        {onRetry && (
          <Button size="lg" icon={<RotateCw aria-hidden="true" size={17} />} onClick={onRetry}>
            Reintentar
          </Button>
        )}
      </div>
    </AccountFrame>
  )
}

const SHOWN_MS = 2_000

const sessionIn = ({ access_token, user }: PasswordResetAnswer): StartedSession | undefined =>
  access_token && user ? { access_token, user, profile_url: null } : undefined

interface NewPasswordFormProps {
  readonly token: string
  readonly email: string | null
  readonly onDone: (session: StartedSession | undefined) => void
}

function NewPasswordForm({ token, email, onDone }: NewPasswordFormProps) {
  const [reset] = useResetPasswordMutation()
  const form = useCallForm({
    schema: newPasswordForm,
    initial: { new_password: '', confirm_password: '' },
    send: (passwords) => reset({ token, ...passwords }),
    onDone: (answer) => onDone(sessionIn(answer)),
  })
  const { new_password, confirm_password } = form.values
  return (
    <CallForm form={form} fallback="Error al restablecer la contraseña">
      {refusalFrom(form.error)?.code === 'invalid-token' && <NewLink />}
      <KnownEmail email={email} />
      <NewPasswordFields form={form} />
      <Button
        type="submit"
        kind="primary"
        size="lg"
        busy={form.sending}
        disabled={new_password === '' || confirm_password === ''}
        className="mt-2"
      >
        {form.sending ? 'Guardando...' : 'Guardar contraseña'}
      </Button>
    </CallForm>
  )
}

interface VerifiedProps {
  readonly token: string
  readonly onDone: (session: StartedSession | undefined) => void
}

function Verified({ token, onDone }: VerifiedProps) {
  const { data, error, isFetching, refetch } = useVerifyResetTokenQuery(token)
  if (error && !isFetching) {
    const fixed = 'Error al verificar el enlace'
    const reason = refusalFrom(error)?.code === 'too-many' ? refusalText(error, fixed) : fixed
    return <InvalidLink reason={reason} onRetry={() => void refetch()} />
  }
  if (!data) {
    return (
      <AccountFrame title="Crea una contraseña nueva">
        <Working text="Verificando enlace..." />
      </AccountFrame>
    )
  }
  if (!data.valid) return <InvalidLink reason={data.message || 'Token inválido'} />
  return (
    <AccountFrame title="Crea una contraseña nueva" {...(data.email ? { lead: `Para ${data.email}` } : {})}>
      <NewPasswordForm token={token} email={data.email} onDone={onDone} />
    </AccountFrame>
  )
}

function SuccessTick() {
  return (
    <span
      aria-hidden="true"
      className="mb-1 grid size-12 place-items-center rounded-full bg-success-soft text-success"
    >
      <Check size={24} strokeWidth={2.2} />
    </span>
  )
}

function SignedInAgain() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate('/dashboard', { replace: true }), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <AccountFrame title="Contraseña actualizada" sign={<SuccessTick />}>
      <p role="status" className="text-ink-2">
        Te llevamos a tu panel.{' '}
        <Link to="/dashboard" className={TEXT_LINK}>
          Ir ahora
        </Link>
      </p>
    </AccountFrame>
  )
}

/** The token is a secret: keep it out of the address bar and of referrers. */
export function ResetScreen() {
  const { search, pathname } = useLocation()
  const [token] = useState(() => new URLSearchParams(search).get('token')?.trim() ?? '')
  const navigate = useNavigate()
  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true })
  }, [navigate, pathname, search])
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      {token === '' ? (
        <InvalidLink reason="Token de restablecimiento no proporcionado" />
      ) : (
        <ResetByToken token={token} />
      )}
    </>
  )
}

function ResetByToken({ token }: { readonly token: string }) {
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const [signedIn, setSignedIn] = useState(false)
  if (signedIn) return <SignedInAgain />
  const onDone = (session: StartedSession | undefined): void => {
    // The password was changed, but the account is deactivated.
    if (!session) return void navigate('/auth/reset/success', { replace: true })
    setSignedIn(true)
    dispatch(sessionStarted(session))
  }
  return <Verified token={token} onDone={onDone} />
}
