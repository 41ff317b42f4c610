import { PasswordField, PasswordRules } from '../../ui/forms/fields.tsx'
import type { SchemaForm } from '../../ui/forms/use-schema-form.ts'

interface NewPasswordFieldsProps {
  readonly form: Pick<SchemaForm<'new_password' | 'confirm_password'>, 'values' | 'field'>
}

export const NewPasswordFields = ({ form: { values, field } }: NewPasswordFieldsProps) => (
  <>
    <PasswordField
      label="Nueva contraseña"
      autoComplete="new-password"
      required
      help={<PasswordRules password={values.new_password} />}
      {...field('new_password', 'confirm_password')}
    />
    <PasswordField
      label="Repite la contraseña"
      autoComplete="new-password"
      required
      {...field('confirm_password')}
    />
  </>
)

/** Hidden; tells password managers which account a new password belongs to. */
export function KnownEmail({ email }: { readonly email: string | null }) {
  return (
    <input
      type="email"
      autoComplete="username"
      value={email ?? ''}
      readOnly
      hidden
      aria-label="Correo electrónico"
    />
  )
}
