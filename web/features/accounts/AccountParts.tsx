import { PasswordField, PasswordRules } from '../../ui/forms/fields.tsx'
import type { SchemaForm } from '../../ui/forms/use-schema-form.ts'
import { LoaderCircle } from 'lucide-react'
import { TEXT_LINK } from '../../ui/Button.tsx'

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

export function Working({ text }: { readonly text: string }) {
  return (
    <p role="status" className="flex items-center gap-2.5 text-ink-2">
      <LoaderCircle aria-hidden="true" size={18} className="flex-none animate-spin" />
      {text}
    </p>
  )
}

/** Leads people without a printed code to the landing, which is another document. */
export const WithoutCard = () => (
  <p className="text-center text-ink-2">
    ¿Aún no tienes tarjeta?{' '}
    <a href="/#quotation" className={TEXT_LINK}>
      Cotiza las tuyas
    </a>
  </p>
)
