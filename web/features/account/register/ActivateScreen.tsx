import { normalCode } from '@app/contracts/fields/activation-code.ts'
import { useEffect, useState } from 'react'
import { useIdempotencyKeys } from '../../../app/idempotency-key.ts'
import { fieldFaults, mayStillBeTaken } from '../../../app/refusal.ts'
import type { StartedSession } from '../../../app/session/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { useActivateMutation } from '../account-api.ts'
import { AccountFrame } from '../AccountFrame.tsx'
import { activationNotice, forgetActivationNotice } from './activation-notice.ts'
import { showAsCode } from './code-typing.ts'
import { FormAlert } from '../FormAlert.tsx'
import { TEXT_LINK } from '../text-link.ts'

const INVALID = 'Código de activación inválido'
const FIELDS = ['code'] as const

function codeFault(code: string): string | undefined {
  if (code === '') return 'Completa este campo.'
  return normalCode(code) === undefined ? INVALID : undefined
}

interface ActivateFormProps {
  readonly onActivated: (session: StartedSession) => void
}

function ActivateForm({ onActivated }: ActivateFormProps) {
  const [activate, { error }] = useActivateMutation()
  const keys = useIdempotencyKeys()
  const form = useForm({
    initial: { code: '' },
    faultsOf: ({ code }) => ({ code: codeFault(code) }),
    send: async (body) => {
      const answer = await activate({ body, key: keys.keyFor(body) })
      if (!mayStillBeTaken(answer.error)) keys.spent()
      if (answer.data) onActivated(answer.data)
      return fieldFaults(answer.error, FIELDS)
    },
  })
  return (
    <form {...form.props} className="grid gap-4">
      <FormAlert error={error} fields={FIELDS} changed={form.changed} fallback={INVALID} />
      <TextField
        label="Código de activación"
        placeholder="XXXX-XXXX-XXXX"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        mono
        required
        help="El código viene impreso en la caja de tu tarjeta."
        {...form.field('code')}
        onChange={({ target }) => form.change('code', showAsCode(target))}
      />
      <Button type="submit" kind="primary" size="lg" busy={form.sending} className="mt-2">
        {form.sending ? 'Activando...' : 'Activar cuenta'}
      </Button>
    </form>
  )
}

interface ActivateScreenProps extends ActivateFormProps {
  readonly onLeave: () => void
}

export function ActivateScreen({ onActivated, onLeave }: ActivateScreenProps) {
  const [notice] = useState(activationNotice)
  useEffect(forgetActivationNotice, [])
  return (
    <AccountFrame title="Activa tu cuenta">
      <Notice tone="info">{notice}</Notice>
      <ActivateForm onActivated={onActivated} />
      <p className="text-center">
        <button type="button" className={TEXT_LINK} onClick={onLeave}>
          Cerrar sesión
        </button>
      </p>
    </AccountFrame>
  )
}
