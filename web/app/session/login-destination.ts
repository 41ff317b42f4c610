import { useDispatch, useSelector } from 'react-redux'
import { useLocation, type Location } from 'react-router-dom'
import { selectSignedIn, sessionStarted, type StartedSession } from './session-slice.ts'
import { tabMemory } from '../../ui/browser/browser-storage.ts'
import type { User } from '@app/contracts/accounts.ts'

export interface LoginState {
  readonly from?: Pick<Location, 'pathname' | 'search'>
  readonly passwordReset?: boolean
  readonly email?: string
}

const stateOf = (state: unknown): LoginState =>
  typeof state === 'object' && state !== null ? (state as LoginState) : {}

function requestedDestination(state: unknown): string | undefined {
  const { from } = stateOf(state)
  return from && `${from.pathname}${from.search}`
}

const KEY = 'app.wanted'

/** An external login leaves the page, so session storage keeps the destination. */
export function storeDestination(destination: string | undefined): void {
  if (destination === undefined) tabMemory.forget(KEY)
  else tabMemory.remember(KEY, destination)
}

export const storedDestination = (): string | undefined => tabMemory.recall(KEY) ?? undefined

export const needsActivation = (user: User): boolean => !user.is_admin && !user.activation_used

interface SignIn {
  readonly user: User
  readonly by: 'password' | 'external'
  readonly requested: string | undefined
}

/** The guard of the administration sends owners to the sign-in, which must not send them back. */
const mayOpen = ({ is_admin }: User, address: string): boolean =>
  is_admin || !/^\/admin(?![^/?#])/.test(address)

/** A password leads administrators to the dashboard, an external login to its administration. */
export function destinationAfter({ user, by, requested }: SignIn): string {
  if (needsActivation(user)) return '/activate'
  if (requested !== undefined && mayOpen(user, requested)) return requested
  return by === 'external' && user.is_admin ? '/admin' : '/dashboard'
}

export function useSignIn() {
  const { state } = useLocation() as { readonly state: unknown }
  const signedIn = useSelector(selectSignedIn)
  const dispatch = useDispatch()
  const requested = requestedDestination(state)
  const { email = '', passwordReset = false } = stateOf(state)
  return {
    email,
    passwordReset,
    destination: signedIn && destinationAfter({ user: signedIn.user, by: 'password', requested }),
    onLeave: () => storeDestination(requested),
    onSignedIn: (session: StartedSession) => void dispatch(sessionStarted(session)),
  }
}
