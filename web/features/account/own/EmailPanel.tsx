import { PRODUCT } from '@app/contracts/product.ts'
import { useState } from 'react'
import { CallForm, useCallForm } from '../../../app/CallForm.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { emailForm } from '../form-schemas.ts'
import { useChangeEmailMutation } from './own-account-api.ts'

const CODE = { mono: true, inputMode: 'numeric', autoComplete: 'one-time-code', required: true } as const

/** Both mailboxes confirm: each gets a code. */
export function EmailPanel({ onDone }: { readonly onDone: (message: string) => void }) {
  const [change] = useChangeEmailMutation()
  const [sentTo, setSentTo] = useState<string>()
  const form = useCallForm({
    schema: emailForm,
    initial: { email: '', code: '', new_code: '' },
    send: async ({ email: typed, ...codes }) => {
      const email = typed.trim()
      const answer = await change({ email, ...(email === sentTo && codes) })
      if (answer.data?.is_changed === false) setSentTo(email)
      return answer
    },
    onDone: ({ is_changed: isChanged, message }) => isChanged && onDone(message),
  })
  const isSent = form.values.email.trim() === sentTo
  return (
    <Panel title="Tu correo">
      <CallForm form={form} fallback="No pudimos cambiar tu correo.">
        <TextField
          label="Correo nuevo"
          type="email"
          autoComplete="email"
          required
          help={`Confirmas el cambio con un código que llega a tu correo actual y otro que llega al nuevo. Si ya no recibes el actual, escríbenos a ${PRODUCT.supportEmail}.`}
          {...form.field('email')}
        />
        {isSent && (
          <>
            <p role="status" className="text-small text-ink-2">
              Te enviamos un código a cada correo. Revisa también la carpeta de spam.
            </p>
            <TextField label="Código de tu correo actual" autoFocus {...CODE} {...form.field('code')} />
            <TextField label="Código de tu correo nuevo" {...CODE} {...form.field('new_code')} />
          </>
        )}
        <Button type="submit" busy={form.sending} className="justify-self-start">
          {isSent ? 'Cambiar correo' : form.sending ? 'Enviando...' : 'Enviar códigos'}
        </Button>
      </CallForm>
    </Panel>
  )
}
