import type { User } from '@app/contracts/accounts.ts'
import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { getMe } from '@app/contracts/sign-in.ts'
import { api } from '../api.ts'
import { gets } from '../calls.ts'
import { needsActivation } from './login-state.ts'
import { accountRead, selectSignedIn, sessionEnded } from './session-slice.ts'
import { useLocation, useNavigate } from 'react-router-dom'

export const { useMeQuery } = api.injectEndpoints({
  endpoints: (build) => ({ me: build.query({ ...gets(getMe), providesTags: ['Account'] }) }),
})

interface OwnAccount {
  readonly user: User | undefined
  /** True while the stored account needs activation and the server has not confirmed it. */
  readonly checking: boolean
}

export function useOwnAccount(): OwnAccount {
  const signedIn = useSelector(selectSignedIn)
  const dispatch = useDispatch()
  const { currentData: own, isError } = useMeQuery(undefined, { skip: signedIn === null })
  useEffect(() => {
    if (own) dispatch(accountRead(own))
  }, [dispatch, own])
  if (signedIn === null) return { user: undefined, checking: false }
  const user = own?.user ?? signedIn.user
  return { user, checking: needsActivation(user) && own === undefined && !isError }
}

const SIGN_OUT = 'sign-out'

/** Leads to the landing, where the session ends: a screen with unsaved changes asks before it is left. */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  return () => void navigate('/', { state: SIGN_OUT })
}

export function useEndOfSession(): void {
  const { state } = useLocation()
  const token = useSelector(selectSignedIn)?.token
  const dispatch = useDispatch()
  useEffect(() => {
    if (state !== SIGN_OUT || token === undefined) return
    endSessionOnServer(token)
    dispatch(sessionEnded())
  }, [state, token, dispatch])
}

/** Does not wait for the answer: the local sign-out must work offline. */
function endSessionOnServer(token: string): void {
  void fetch('/api/auth/logout', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    keepalive: true,
  }).catch(() => undefined)
}
