import { refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { useForgotPasswordMutation } from '../account-api.ts'

export interface SentLink {
  readonly email: string
  /** The server's. */
  readonly message: string
}

interface LinkSentProps {
  readonly sent: SentLink
  readonly onBack: () => void
}

export function LinkSent({ sent: { email, message }, onBack }: LinkSentProps) {
  const [forgot, { data, error, isLoading }] = useForgotPasswordMutation()
  return (
    <div className="grid gap-4">
      <Notice tone="success">{data ? `Reenviado. ${data.message}` : message}</Notice>
      {error !== undefined && (
        <Notice tone="danger">{refusalText(error, 'Error al enviar el enlace')}</Notice>
      )}
      <p className="text-ink-2">
        Puede tardar unos minutos en llegar a{' '}
        <strong className="font-semibold break-words text-ink">{email}</strong>. Si no lo ves, revisa la
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
