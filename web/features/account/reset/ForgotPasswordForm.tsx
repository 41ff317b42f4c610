import { useState, type ReactNode } from 'react'
import { fieldFaults, refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { useSchemaForm } from '../../../ui/forms/use-schema-form.ts'
import { useForgotPasswordMutation } from '../account-api.ts'
import { forgotPasswordForm } from '../form-schemas.ts'
import { FormAlert } from '../../../app/FormAlert.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'

interface SentLink {
  readonly email: string
  /** The server's. */
  readonly message: string
}

interface LinkSentProps {
  readonly sent: SentLink
  readonly onBack: () => void
}

function LinkSent({ sent: { email, message }, onBack }: LinkSentProps) {
  const [forgot, { data, error, isLoading }] = useForgotPasswordMutation()
  return (
    <div className="grid gap-4">
      <Notice tone="success">{data ? `Reenviado. ${data.message}` : message}</Notice>
      {error && <Notice tone="danger">{refusalText(error, 'Error al enviar el enlace')}</Notice>}
      <p className="text-ink-2">
        Puede tardar unos minutos en llegar a{' '}
        <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>. Si no lo ves, revisa la
        carpeta de spam o correo no deseado.
      </p>
      <Button size="lg" busy={isLoading} onClick={() => void forgot({ email })}>
        {isLoading ? 'Enviando...' : 'Reenviar el enlace'}
      </Button>
      <Button size="lg" onClick={onBack}>
        Volver al inicio de sesión
      </Button>
    </div>
  )
}

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
