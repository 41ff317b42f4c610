import type { Session } from '@app/contracts/api/accounts/auth-calls.ts'
import { lazy, Suspense, useState } from 'react'
import { fieldFaults } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { PasswordField } from '../../../ui/forms/PasswordField.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { useSchemaForm } from '../../../ui/forms/use-schema-form.ts'
import { useLoginMutation } from '../account-api.ts'
import { loginForm } from '../form-schemas.ts'
import { FormAlert } from '../../../app/FormAlert.tsx'
import { TEXT_LINK } from '../../../ui/text-link.ts'

const ForgotPasswordModal = lazy(async () => ({
  default: (await import('../reset/ForgotPasswordModal.tsx')).ForgotPasswordModal,
}))

const FIELDS = ['email', 'password'] as const

interface LoginFormProps {
  readonly email?: string | undefined
  readonly onSignedIn: (session: Session) => void
}

export function LoginForm({ email: known = '', onSignedIn }: LoginFormProps) {
  const [login, { error }] = useLoginMutation()
  const [forgot, setForgot] = useState<'never' | 'open' | 'closed'>('never')
  const form = useSchemaForm({
    schema: loginForm,
    initial: { email: known, password: '' },
    send: async ({ email, password }) => {
      const answer = await login({ email: email.trim(), password })
      if (answer.data) onSignedIn(answer.data)
      return fieldFaults(answer.error, FIELDS)
    },
  })
  return (
    <>
      <form {...form.props} className="grid gap-4">
        <FormAlert error={error} fields={FIELDS} changed={form.changed} fallback="Login failed" />
        <TextField
          label="Correo electrónico"
          type="email"
          autoComplete="email"
          required
          {...form.field('email')}
        />
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
      </form>
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
