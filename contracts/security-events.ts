/** What the security log tells of. */
export const SECURITY_EVENTS = [
  'signed-in',
  'login-failed',
  'external-login-failed',
  'throttled',
  'registered',
  'activated',
  'activation-failed',
  'reset-requested',
  'password-reset',
  'password-reset-failed',
  'password-changed',
  'password-change-failed',
  'sessions-closed',
  'access-denied',
  'upload-refused',
  'admin-granted',
  'admin-revoked',
  'account-deactivated',
  'account-reactivated',
  'account-erased',
  'profile-erased',
  'visitor-erased',
  'quotation-erased',
  'key-rotated',
] as const
export type SecurityEventName = (typeof SECURITY_EVENTS)[number]

/** One line of the security log: ids and codes, never what a person typed. */
export interface SecurityEvent {
  readonly event: SecurityEventName
  /** Id of the account concerned: a keyed hash of its e-mail, also where there is no such account. */
  readonly account?: string | undefined
  /** Id of the profile, visitor or quotation concerned. */
  readonly subject?: string | undefined
  /** As the limits count it: an address of IPv4, or the /64 of one of IPv6. */
  readonly network?: string | undefined
  /** Who did it, where that is not the account itself. */
  readonly by?: 'ops' | 'settings' | undefined
  /** Code of the refusal. */
  readonly reason?: string | undefined
  /** Name of the limit that refused it. */
  readonly limit?: string | undefined
  /** How many profiles, visitors or keys it concerned. */
  readonly count?: number | undefined
}

export type SecurityLog = (event: SecurityEvent) => void
