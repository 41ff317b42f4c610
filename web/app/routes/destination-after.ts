import type { User } from '@app/contracts/api/auth.ts'

export const needsActivation = (user: User): boolean => !user.is_admin && !user.activation_used

export const destinationAfter = (user: User, requested: string | undefined): string =>
  needsActivation(user) ? '/activate' : (requested ?? '/dashboard')
