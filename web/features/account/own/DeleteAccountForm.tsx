import { fieldFaults } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { PasswordField } from '../../../ui/forms/PasswordField.tsx'
import { useSchemaForm } from '../../../ui/forms/use-schema-form.ts'
import { deleteAccountForm } from '../form-schemas.ts'
import { FormAlert } from '../../../app/FormAlert.tsx'
import { KnownEmail } from '../login/KnownEmail.tsx'
import type { useDeleteAccountMutation } from './own-account-api.ts'

const FIELDS = ['password'] as const
/** The form of an account without a password has nothing to type. */
const UNUSED = '-'

export interface DeleteAccountProps {
  readonly email: string
  readonly hasPassword: boolean
  readonly onErased: () => void
}

interface DeleteAccountFormProps extends DeleteAccountProps {
  readonly erase: ReturnType<typeof useDeleteAccountMutation>[0]
  readonly error: unknown
  readonly onCancel: () => void
}

export function DeleteAccountForm(props: DeleteAccountFormProps) {
  const { email, hasPassword, erase, error, onErased, onCancel } = props
  const form = useSchemaForm({
    schema: deleteAccountForm,
    initial: { password: hasPassword ? '' : UNUSED },
    send: async ({ password }) => {
      const answer = await erase(hasPassword ? { password } : {})
      if (answer.data) onErased()
      return fieldFaults(answer.error, FIELDS)
    },
  })
  return (
    <form {...form.props} className="grid gap-4">
      <FormAlert
        error={error}
        fields={FIELDS}
        changed={form.changed}
        fallback="No pudimos borrar tu cuenta."
      />
      <KnownEmail email={email} />
      {hasPassword && (
        <PasswordField
          label="Tu contraseña"
          autoComplete="current-password"
          required
          {...form.field('password')}
        />
      )}
      <p role="status" className="text-small text-ink-2">
        {form.sending && 'Borrando tu cuenta. Tarda unos segundos: no cierres esta página.'}
      </p>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button disabled={form.sending} onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" kind="danger" busy={form.sending}>
          {form.sending ? 'Borrando...' : 'Borrar para siempre'}
        </Button>
      </div>
    </form>
  )
}
