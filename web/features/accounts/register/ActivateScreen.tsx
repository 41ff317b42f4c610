import { normalCode } from '@app/contracts/fields/credentials.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useIdempotencyKeys } from '../../../app/use-idempotency-keys.ts'
import { mayStillBeTaken } from '../../../app/refusal.ts'
import type { StartedSession } from '../../../app/session/session-slice.ts'
import { Button, TEXT_LINK } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { useActivateMutation } from '../account-api.ts'
import { AccountFrame } from '../../../ui/AccountFrame.tsx'
import { activationNotice, forgetActivationNotice } from './activation-notice.ts'
import { forgetScannedCode, scannedCode } from './scanned-code.ts'
import { activateForm, INVALID_CODE } from '../form-schemas.ts'
import { CallForm, useCallForm } from '../../../app/CallForm.tsx'
import { WithoutCard } from './WithoutCard.tsx'

/** Keeps the caret where it is. */
function toUpperCase(input: HTMLInputElement): void {
  const { selectionStart } = input
  input.value = input.value.toUpperCase()
  input.setSelectionRange(selectionStart, selectionStart)
}

interface ActivateFormProps {
  readonly onActivated: (session: StartedSession) => void
}

/** A code that is refused is typed again: it has the focus. */
function useActivateForm({ onActivated }: ActivateFormProps) {
  const [activate] = useActivateMutation()
  const keys = useIdempotencyKeys()
  const form = useCallForm({
    schema: activateForm,
    initial: { code: scannedCode() },
    send: async (typed) => {
      const body = { code: normalCode(typed.code) ?? typed.code }
      const answer = await activate({ body, key: keys.keyFor(body) })
      if (!mayStillBeTaken(answer.error)) keys.spent()
      return answer
    },
    onDone: (session) => {
      forgetScannedCode()
      onActivated(session)
    },
  })
  const correct = useEffectEvent(() => form.focus('code'))
  useEffect(() => {
    if (form.error !== undefined) correct()
  }, [form.error])
  return form
}

function ActivateForm(props: ActivateFormProps) {
  const form = useActivateForm(props)
  const code = form.field('code')
  const element = useRef<HTMLFormElement>(null)
  // Scanning was the press.
  useEffect(() => {
    if (scannedCode() !== '') element.current?.requestSubmit()
  }, [])
  return (
    <CallForm form={form} ref={element} fallback={INVALID_CODE}>
      <TextField
        label="Código de activación"
        placeholder="XXXX-XXXX-XXXX"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        mono
        // Whole beside large text, too.
        style={{ fontSize: 'min(1rem, 7.4vw)' }}
        required
        help="El código viene impreso en la caja de tu tarjeta."
        {...code}
        onChange={(event) => {
          toUpperCase(event.target)
          code.onChange(event)
        }}
      />
      <Button type="submit" kind="primary" size="lg" busy={form.sending} className="mt-2">
        {form.sending ? 'Activando...' : 'Activar cuenta'}
      </Button>
    </CallForm>
  )
}

interface ActivateScreenProps extends ActivateFormProps {
  readonly onLeave: () => void
}

export function ActivateScreen({ onActivated, onLeave }: ActivateScreenProps) {
  // It asks for the code, which one that was scanned is.
  const [notice] = useState(() => (scannedCode() === '' ? activationNotice() : undefined))
  useEffect(forgetActivationNotice, [])
  return (
    <AccountFrame title="Activa tu cuenta">
      {notice !== undefined && <Notice tone="info">{notice}</Notice>}
      <ActivateForm onActivated={onActivated} />
      <p className="text-center text-ink-2">
        ¿Perdiste el código?{' '}
        <a href={`mailto:${PRODUCT.supportEmail}`} className={TEXT_LINK}>
          Escríbenos
        </a>
      </p>
      <WithoutCard />
      <p className="text-center">
        <button type="button" className={TEXT_LINK} onClick={onLeave}>
          Cerrar sesión
        </button>
      </p>
    </AccountFrame>
  )
}
