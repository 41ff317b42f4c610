import type { StartedSession } from '../../../app/session/session-slice.ts'
import { fieldFaults, refusalFrom } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { PasswordField } from '../../../ui/forms/PasswordField.tsx'
import { PasswordRules } from '../../../ui/forms/PasswordRules.tsx'
import { useSchemaForm } from '../../../ui/forms/use-schema-form.ts'
import { useResetPasswordMutation, type PasswordResetAnswer } from '../account-api.ts'
import { newPasswordForm } from '../form-schemas.ts'
import { FormAlert } from '../../../app/FormAlert.tsx'
import { KnownEmail } from '../login/KnownEmail.tsx'
import { NewLink } from './NewLink.tsx'

const FIELDS = ['new_password', 'confirm_password'] as const
const FAILED = 'Error al restablecer la contraseña'

const sessionIn = ({ access_token, user }: PasswordResetAnswer): StartedSession | undefined =>
  access_token && user ? { access_token, user, profile_url: null } : undefined

interface NewPasswordFormProps {
  readonly token: string
  readonly email: string | null
  /** Undefined if the account is deactivated. */
  readonly onDone: (session: StartedSession | undefined) => void
}

export function NewPasswordForm({ token, email, onDone }: NewPasswordFormProps) {
  const [reset, { error }] = useResetPasswordMutation()
  const form = useSchemaForm({
    schema: newPasswordForm,
    initial: { new_password: '', confirm_password: '' },
    send: async (passwords) => {
      const { data, error: refused } = await reset({ token, ...passwords })
      if (data) onDone(sessionIn(data))
      return fieldFaults(refused, FIELDS)
    },
  })
  const { new_password, confirm_password } = form.values
  return (
    <form {...form.props} className="grid gap-4">
      <FormAlert error={error} fields={FIELDS} changed={form.changed} fallback={FAILED} />
      {refusalFrom(error)?.code === 'invalid-token' && <NewLink />}
      <KnownEmail email={email} />
      <PasswordField
        label="Nueva contraseña"
        autoComplete="new-password"
        required
        help={<PasswordRules password={new_password} />}
        {...form.field('new_password', 'confirm_password')}
      />
      <PasswordField
        label="Repite la contraseña"
        autoComplete="new-password"
        required
        {...form.field('confirm_password')}
      />
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
    </form>
  )
}
