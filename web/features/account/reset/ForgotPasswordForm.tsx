import { useState, type ReactNode } from 'react'
import { fieldFaults } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { useSchemaForm } from '../../../ui/forms/use-schema-form.ts'
import { useForgotPasswordMutation } from '../account-api.ts'
import { forgotPasswordForm } from '../form-schemas.ts'
import { FormAlert } from '../../../app/FormAlert.tsx'
import { LinkSent, type SentLink } from './LinkSent.tsx'

const FIELDS = ['email'] as const

interface ForgotPasswordFormProps {
  readonly email?: string
  readonly onBack: () => void
  readonly children?: ReactNode
}

export function ForgotPasswordForm({ email: typed = '', onBack, children }: ForgotPasswordFormProps) {
  const [forgot, { error }] = useForgotPasswordMutation()
  const [sent, setSent] = useState<SentLink>()
  const form = useSchemaForm({
    schema: forgotPasswordForm,
    initial: { email: typed },
    send: async ({ email }) => {
      const answer = await forgot({ email: email.trim() })
      if (answer.data) setSent({ email: email.trim(), message: answer.data.message })
      return fieldFaults(answer.error, FIELDS)
    },
  })
  if (sent) return <LinkSent sent={sent} onBack={onBack} />
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
