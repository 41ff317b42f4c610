import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Session } from '@app/contracts/login.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { TEXT_LINK, Button } from '../../../ui/Button.tsx'
import { PasswordField } from '../../../ui/forms/fields.tsx'
import { NewPasswordFields, KnownEmail } from '../AccountParts.tsx'
import { changePasswordForm } from '../form-schemas.ts'
import { CallForm, useCallForm } from '../../../app/CallForm.tsx'
import { useChangePasswordMutation } from './own-account-api.ts'

interface ChangePasswordFormProps {
  readonly email: string
  readonly onChanged: (session: Session) => void
}

function ChangePasswordForm({ email, onChanged }: ChangePasswordFormProps) {
  const [change] = useChangePasswordMutation()
  const form = useCallForm({
    schema: changePasswordForm,
    initial: { current_password: '', new_password: '', confirm_password: '' },
    send: change,
    onDone: onChanged,
  })
  return (
    <CallForm form={form} fallback="No pudimos cambiar tu contraseña.">
      <KnownEmail email={email} />
      <PasswordField
        label="Contraseña actual"
        autoComplete="current-password"
        required
        {...form.field('current_password')}
      />
      <NewPasswordFields form={form} />
      <Button type="submit" busy={form.sending} className="justify-self-start">
        {form.sending ? 'Guardando...' : 'Cambiar contraseña'}
      </Button>
    </CallForm>
  )
}

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
