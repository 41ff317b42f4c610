import type { Session } from '@app/contracts/api/accounts/auth-calls.ts'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Panel } from '../../../ui/Panel.tsx'
import { TEXT_LINK } from '../../../ui/text-link.ts'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'

interface PasswordPanelProps {
  readonly email: string
  readonly hasPassword: boolean
  readonly onChanged: (session: Session) => void
}

export function PasswordPanel({ email, hasPassword, onChanged }: PasswordPanelProps) {
  const [changes, setChanges] = useState(0)
  const changed = (session: Session): void => {
    setChanges(changes + 1)
    onChanged(session)
  }
  return (
    <Panel title="Tu contraseña">
      {hasPassword ? (
        <ChangePasswordForm key={changes} email={email} onChanged={changed} />
      ) : (
        <p className="text-ink-2">
          Entras sin contraseña, con tu cuenta de otro servicio. Si quieres una,{' '}
          <Link to="/auth/forgot-password" className={TEXT_LINK}>
            pide el enlace para crearla
          </Link>
          .
        </p>
      )}
    </Panel>
  )
}
