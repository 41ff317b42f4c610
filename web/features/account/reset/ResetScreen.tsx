import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { refusalFrom, refusalText } from '../../../app/refusal.ts'
import type { StartedSession } from '../../../app/session/session-slice.ts'
import { TEXT_LINK } from '../../../ui/text-link.ts'
import { AccountFrame } from '../../../ui/AccountFrame.tsx'
import { useVerifyResetTokenQuery } from '../account-api.ts'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { SuccessTick } from '../SuccessTick.tsx'
import { Working } from '../Working.tsx'
import { RotateCw } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { NewLink } from './NewLink.tsx'

const LEAD = 'El enlace no es válido o ha expirado. Solicita uno nuevo.'

interface InvalidLinkProps {
  readonly reason: string
  /** Present only if the link could not be checked. */
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

function SignedInAgain({ onShown }: { readonly onShown: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onShown, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [onShown])
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

interface ResetScreenProps {
  readonly token: string
  readonly onSignedIn: (session: StartedSession) => void
  /** The password was changed, but the account is deactivated. */
  readonly onWithoutSession: () => void
  readonly onShown: () => void
}

export function ResetScreen({ token, onSignedIn, onWithoutSession, onShown }: ResetScreenProps) {
  const [signedIn, setSignedIn] = useState(false)
  if (token === '') return <InvalidLink reason="Token de restablecimiento no proporcionado" />
  if (signedIn) return <SignedInAgain onShown={onShown} />
  return (
    <Verified
      token={token}
      onDone={(session) => {
        if (!session) return onWithoutSession()
        setSignedIn(true)
        onSignedIn(session)
      }}
    />
  )
}
