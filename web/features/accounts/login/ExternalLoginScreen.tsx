import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import {
  destinationAfter,
  storeDestination,
  storedDestination,
} from '../../../app/session/login-destination.ts'
import { sessionStarted } from '../../../app/session/session-slice.ts'
import { buttonLook } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { useExternalLoginMutation } from '../account-api.ts'
import { AccountFrame } from '../../../ui/ScreenFrame.tsx'
import { keepActivationNotice } from '../register/activation-memory.ts'
import { Working } from '../AccountParts.tsx'
import { REFUSALS } from '@app/contracts/refusals.ts'
import { refusalText } from '../../../app/refusal.ts'

const FAILED = 'Error processing authentication'

export type ExternalAnswer = { readonly sessionId: string } | { readonly fault: string }

const isRefusal = (code: string): code is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, code)

export function externalAnswer(hash: string): ExternalAnswer {
  const parts = new URLSearchParams(hash.replace(/^#/, ''))
  const code = parts.get('error')
  if (code !== null) {
    const data = isRefusal(code) ? { code, detail: REFUSALS[code].detail } : undefined
    return { fault: refusalText({ data }, FAILED) }
  }
  const sessionId = parts.get('session_id')
  if (sessionId === null) return { fault: 'Invalid callback URL' }
  return sessionId === '' ? { fault: 'No session ID found in URL' } : { sessionId }
}

export const exchangeFault = (error: unknown): string => refusalText(error, 'Emergent login failed')

/** Exchanges the session id of the address once: it is valid for one use. A secret, it leaves the address bar. */
export function ExternalLoginScreen() {
  const { hash, pathname } = useLocation()
  const [answer] = useState(() => externalAnswer(hash))
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const sessionId = 'sessionId' in answer ? answer.sessionId : undefined
  const [fault, setFault] = useState('fault' in answer ? answer.fault : undefined)
  const [exchange] = useExternalLoginMutation()
  const exchanged = useRef(false)
  useEffect(() => {
    if (hash !== '') void navigate(pathname, { replace: true })
  }, [hash, navigate, pathname])
  useEffect(() => {
    if (sessionId === undefined || exchanged.current) return
    exchanged.current = true
    const signIn = async () => {
      const { data, error } = await exchange({ session_id: sessionId })
      if (!data) return setFault(exchangeFault(error))
      if (data.needs_activation) keepActivationNotice(data.activation_message)
      const requested = storedDestination()
      storeDestination(undefined)
      dispatch(sessionStarted(data))
      void navigate(destinationAfter({ user: data.user, by: 'external', requested }), { replace: true })
    }
    void signIn()
  }, [dispatch, exchange, navigate, sessionId])
  if (fault === undefined) {
    return (
      <AccountFrame title="Iniciar Sesión">
        <Working text="Procesando inicio de sesión..." />
      </AccountFrame>
    )
  }
  return (
    <AccountFrame title="Error de autenticación">
      <Notice tone="danger">{fault}</Notice>
      <Link to="/login" className={buttonLook('primary', 'lg')}>
        Volver al inicio de sesión
      </Link>
    </AccountFrame>
  )
}
