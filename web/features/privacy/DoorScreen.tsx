import { emailAddress } from '@app/contracts/fields/email.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { FormAlert } from '../../app/FormAlert.tsx'
import { fieldFaults } from '../../app/refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { EmailField } from '../../ui/forms/EmailField.tsx'
import { typedAs } from '../../ui/forms/typed-as.ts'
import { useSchemaForm } from '../../ui/forms/use-schema-form.ts'
import { Notice } from '../../ui/notices/Notice.tsx'
import { CardFormLink, DOOR_LEAD, RightsFrame, Said } from './RightsFrame.tsx'
import { useSendRightsLinkMutation } from './rights-api.ts'

const FIELDS = ['email'] as const
const VALID_FOR = `${LIMITS.rightsLinkMinutes} minutos`

const doorForm = z.object({ email: typedAs(emailAddress, { charsMax: LIMITS.emailCharsMax }) })

interface DoorScreenProps {
  /** Why the person is here again. */
  readonly ended: string | undefined
}

export function DoorScreen({ ended }: DoorScreenProps) {
  const [sent, setSent] = useState<string>()
  if (sent !== undefined) return <LinkSent key="sent" message={sent} onAgain={() => setSent(undefined)} />
  return <Door key="door" ended={ended} onSent={setSent} />
}

function Door({ ended, onSent }: DoorScreenProps & { readonly onSent: (message: string) => void }) {
  const [sendLink, { error }] = useSendRightsLinkMutation()
  const form = useSchemaForm({
    schema: doorForm,
    initial: { email: '' },
    send: async ({ email }) => {
      const answer = await sendLink({ email: email.trim() })
      if (answer.data) onSent(answer.data.message)
      return fieldFaults(answer.error, FIELDS)
    },
  })
  return (
    <RightsFrame lead={DOOR_LEAD}>
      {ended !== undefined && <Notice tone="info">{ended}</Notice>}
      <form {...form.props} className="grid gap-4">
        <FormAlert
          error={error}
          fields={FIELDS}
          changed={form.changed}
          fallback="No pudimos enviar el enlace."
        />
        <EmailField
          label="Correo electrónico"
          help={`Te enviamos un enlace que vence en ${VALID_FOR}.`}
          form={form}
          {...form.field('email')}
        />
        <Button type="submit" kind="primary" size="lg" busy={form.sending}>
          {form.sending ? 'Enviando...' : 'Enviar enlace'}
        </Button>
      </form>
      <CardFormLink />
    </RightsFrame>
  )
}

interface LinkSentProps {
  readonly message: string
  readonly onAgain: () => void
}

const LinkSent = ({ message, onAgain }: LinkSentProps) => (
  <RightsFrame>
    <Said icon={MailCheck} text={message}>
      <p>Ábrelo en este mismo navegador. Vence en {VALID_FOR} y sirve una vez.</p>
      <p className="text-[.875rem] text-ink-3">¿No llega? Revisa el correo no deseado o escribe otro.</p>
    </Said>
    <Button size="lg" onClick={onAgain}>
      Usar otro correo
    </Button>
    <CardFormLink />
  </RightsFrame>
)
