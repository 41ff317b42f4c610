import { codeInHash, normalCode } from '@app/contracts/fields/activation-code.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CallForm, useCallForm } from '../../../app/CallForm.tsx'
import { useOnce } from '../../../app/refusal.ts'
import { useDispatch } from 'react-redux'
import { Navigate, useLocation } from 'react-router-dom'
import { needsActivation } from '../../../app/session/login-destination.ts'
import { useSignOut } from '../../../app/session/sign-out.ts'
import { useOwnAccount } from '../../../app/session/use-own-account.ts'
import { sessionStarted } from '../../../app/session/session-slice.ts'
import { Button, TEXT_LINK } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { useActivateMutation } from '../account-api.ts'
import { AccountFrame } from '../../../ui/ScreenFrame.tsx'
import {
  activationNotice,
  forgetActivationNotice,
  forgetScannedCode,
  keepScannedCode,
  scannedCode,
} from './activation-memory.ts'
import { activateForm, INVALID_CODE } from '../form-schemas.ts'
import { WithoutCard } from '../AccountParts.tsx'

function toUpperCase(input: HTMLInputElement): void {
  const { selectionStart } = input
  input.value = input.value.toUpperCase()
  input.setSelectionRange(selectionStart, selectionStart)
}

/** A code that is refused is typed again: it has the focus. */
function useActivateForm() {
  const dispatch = useDispatch()
  const [activate] = useActivateMutation()
  const send = useOnce(activate)
  const form = useCallForm({
    schema: activateForm,
    initial: { code: scannedCode() },
    send: ({ code }) => send({ code: normalCode(code) ?? code }),
    onDone: (session) => {
      forgetScannedCode()
      dispatch(sessionStarted(session))
    },
  })
  const correct = useEffectEvent(() => form.focus('code'))
  useEffect(() => {
    if (form.error !== undefined) correct()
  }, [form.error])
  return form
}

function ActivateForm() {
  const form = useActivateForm()
  const code = form.field('code')
  const element = useRef<HTMLFormElement>(null)
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

const FIRST_SCREEN = '/dashboard?tab=profiles'

export function ActivateScreen() {
  const { user } = useOwnAccount()
  const from = useLocation()
  const code = codeInHash(from.hash)
  const [isFirst] = useState(() => user !== undefined && needsActivation(user))
  useEffect(() => {
    if (code !== undefined) keepScannedCode(code)
  }, [code])
  // Removed from the address, which others may read or copy.
  if (from.hash !== '') return <Navigate to="/activate" replace />
  // A printed code is most often in the hands of somebody new.
  if (!user) return <Navigate to={scannedCode() === '' ? '/login' : '/register'} replace state={{ from }} />
  if (!needsActivation(user)) return <Navigate to={isFirst ? FIRST_SCREEN : '/dashboard'} replace />
  return <Activation />
}

function Activation() {
  const signOut = useSignOut()
  // It asks for the code, which one that was scanned is.
  const [notice] = useState(() => (scannedCode() === '' ? activationNotice() : undefined))
  useEffect(forgetActivationNotice, [])
  return (
    <AccountFrame title="Activa tu cuenta">
      {notice !== undefined && <Notice tone="info">{notice}</Notice>}
      <ActivateForm />
      <p className="text-center text-ink-2">
        ¿Perdiste el código?{' '}
        <a href={`mailto:${PRODUCT.supportEmail}`} className={TEXT_LINK}>
          Escríbenos
        </a>
      </p>
      <WithoutCard />
      <p className="text-center">
        <button type="button" className={TEXT_LINK} onClick={signOut}>
          Cerrar sesión
        </button>
      </p>
    </AccountFrame>
  )
}
