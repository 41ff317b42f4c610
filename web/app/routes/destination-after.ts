import type { User } from '@app/contracts/api/auth.ts'

export const needsActivation = (user: User): boolean => !user.is_admin && !user.activation_used

interface SignIn {
  readonly user: User
  readonly by: 'password' | 'external'
  /** The page that asked for the sign-in. */
  readonly requested: string | undefined
}

/** Administrators come to the dashboard with their password, and to its administration by an external login. */
export function destinationAfter({ user, by, requested }: SignIn): string {
  if (needsActivation(user)) return '/activate'
  return requested ?? (by === 'external' && user.is_admin ? '/admin' : '/dashboard')
}
