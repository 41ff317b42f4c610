import type { User } from '@app/contracts/accounts.ts'

export const needsActivation = (user: User): boolean => !user.is_admin && !user.activation_used

interface SignIn {
  readonly user: User
  readonly by: 'password' | 'external'
  /** The page that required the sign-in. */
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
