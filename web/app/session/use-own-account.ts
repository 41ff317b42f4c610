import type { User } from '@app/contracts/api/accounts/user.ts'
import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useMeQuery } from '../../features/account/account-api.ts'
import { needsActivation } from '../routes/destination-after.ts'
import { accountSeen, selectSignedIn } from './session-slice.ts'

interface OwnAccount {
  readonly user: User | undefined
  /** True while the stored account needs activation and the server has not confirmed it. */
  readonly checking: boolean
}

export function useOwnAccount(): OwnAccount {
  const signedIn = useSelector(selectSignedIn)
  const dispatch = useDispatch()
  const { currentData: seen, isError } = useMeQuery(undefined, { skip: signedIn === null })
  useEffect(() => {
    if (seen) dispatch(accountSeen(seen))
  }, [dispatch, seen])
  if (signedIn === null) return { user: undefined, checking: false }
  const user = seen?.user ?? signedIn.user
  return { user, checking: needsActivation(user) && seen === undefined && !isError }
}
