import type { ReactNode } from 'react'
import { fieldFaults } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { useSchemaForm } from '../../../ui/forms/use-schema-form.ts'
import { useForgotPasswordMutation } from '../account-api.ts'
import { forgotPasswordForm } from '../form-schemas.ts'
import { FormAlert } from '../FormAlert.tsx'

const FIELDS = ['email'] as const

interface ForgotPasswordFormProps {
  readonly email?: string
  readonly onBack: () => void
  readonly children?: ReactNode
}

export function ForgotPasswordForm({ email: typed = '', onBack, children }: ForgotPasswordFormProps) {
  const [forgot, { data, error }] = useForgotPasswordMutation()
  const form = useSchemaForm({
    schema: forgotPasswordForm,
    initial: { email: typed },
    send: async ({ email }) => fieldFaults((await forgot({ email: email.trim() })).error, FIELDS),
  })
  if (data) {
    return (
      <div className="grid gap-4">
        <Notice tone="success">{data.message}</Notice>
        <Button size="lg" onClick={onBack}>
          Volver al inicio de sesión
        </Button>
      </div>
    )
  }
  return (
    <form {...form.props} className="grid gap-4">
      <FormAlert error={error} fields={FIELDS} changed={form.changed} fallback="Error al enviar el enlace" />
      <TextField
        label="Correo electrónico"
        type="email"
        autoComplete="email"
        required
        {...form.field('email')}
      />
      <Button
        type="submit"
        kind="primary"
        size="lg"
        busy={form.sending}
        disabled={form.values.email.trim() === ''}
      >
        {form.sending ? 'Enviando...' : 'Enviar enlace'}
      </Button>
      {children}
    </form>
  )
}
