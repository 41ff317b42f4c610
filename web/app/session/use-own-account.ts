import type { User } from '@app/contracts/accounts.ts'
import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { getMe } from '@app/contracts/auth-calls.ts'
import { api } from '../api.ts'
import { gets } from '../calls.ts'
import { needsActivation } from './login-destination.ts'
import { accountRead, selectSignedIn } from './session-slice.ts'

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
