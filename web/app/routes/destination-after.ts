import type { User } from '@app/contracts/api/user.ts'

export const needsActivation = (user: User): boolean => !user.is_admin && !user.activation_used

interface SignIn {
  readonly user: User
  readonly by: 'password' | 'external'
  /** The page that asked for the sign-in. */
  readonly requested: string | undefined
}

/** The guard of the administration sends owners to the sign-in, which must not send them back. */
const mayOpen = ({ is_admin }: User, address: string): boolean =>
  is_admin || !/^\/admin(?![^/?#])/.test(address)

/** Administrators come to the dashboard with their password, and to its administration by an external login. */
export function destinationAfter({ user, by, requested }: SignIn): string {
  if (needsActivation(user)) return '/activate'
  if (requested !== undefined && mayOpen(user, requested)) return requested
  return by === 'external' && user.is_admin ? '/admin' : '/dashboard'
}
