import type { User } from '@app/contracts/api/auth.ts'

export const needsActivation = (user: User): boolean => !user.is_admin && !user.activation_used

export const placeAfter = (user: User, askedFor: string | undefined): string =>
  needsActivation(user) ? '/activate' : (askedFor ?? '/dashboard')
