import { useState, type ReactNode } from 'react'
import { Button, TEXT_LINK } from '../../../ui/Button.tsx'
import { EmailField } from '../../../ui/forms/fields.tsx'
import { useForgotPasswordMutation } from '../account-api.ts'
import { forgotPasswordForm } from '../form-schemas.ts'
import { CallForm, useCallForm } from '../../../app/CallForm.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { Link, useNavigate } from 'react-router-dom'
import { AccountFrame } from '../../../ui/ScreenFrame.tsx'

export const FORGOT_WORDS = {
  title: 'Recupera tu contraseña',
  lead: 'Te enviaremos un enlace para crear una nueva.',
} as const

interface SentLink {
  readonly email: string
  readonly message: string
}

interface LinkSentProps {
  readonly sent: SentLink
  readonly onBack: () => void
}

const LinkSent = ({ sent: { email, message }, onBack }: LinkSentProps) => (
  <div className="grid gap-4">
    <Notice tone="success">{message}</Notice>
    <p className="text-ink-2">
      Puede tardar unos minutos en llegar a{' '}
      <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>. Si no lo ves, revisa la
      carpeta de spam.
    </p>
    <Button size="lg" onClick={onBack}>
      Volver al inicio de sesión
    </Button>
  </div>
)

interface ForgotPasswordFormProps {
  readonly email?: string
  readonly onBack: () => void
  readonly children?: ReactNode
}

export function ForgotPasswordForm({ email: typed = '', onBack, children }: ForgotPasswordFormProps) {
  const [forgot] = useForgotPasswordMutation()
  const [sent, setSent] = useState<SentLink>()
  const form = useCallForm({
    schema: forgotPasswordForm,
    initial: { email: typed },
    send: async (values) => {
      const email = values.email.trim()
      const { data, error } = await forgot({ email })
      return { data: data && { email, message: data.message }, error }
    },
    onDone: setSent,
  })
  if (sent) return <LinkSent sent={sent} onBack={onBack} />
  return (
    <CallForm form={form} fallback="Error al enviar el enlace">
      <EmailField label="Correo electrónico" autoComplete="username" form={form} {...form.field('email')} />
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
    </CallForm>
  )
}

export function ForgotPasswordScreen() {
  const navigate = useNavigate()
  return (
    <AccountFrame title={FORGOT_WORDS.title} lead={FORGOT_WORDS.lead}>
      <ForgotPasswordForm onBack={() => void navigate('/login')}>
        <p className="mt-3 text-center text-ink-2">
          ¿La recordaste?{' '}
          <Link to="/login" className={TEXT_LINK}>
            Inicia sesión
          </Link>
        </p>
      </ForgotPasswordForm>
    </AccountFrame>
  )
}
