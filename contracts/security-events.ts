const SECURITY_EVENTS = [
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
  'account-renamed',
  'email-changed',
  'data-exported',
  'account-erased',
  'account-erasure-failed',
  'profile-erased',
  'visitor-erased',
  'mailbox-erased',
  'mailbox-acted',
  'request-acted',
  'retention-erased',
  'key-rotated',
] as const
export type SecurityEventName = (typeof SECURITY_EVENTS)[number]

/** Holds ids and codes, never what a person typed. */
export interface SecurityEvent {
  readonly event: SecurityEventName
  /** Keyed hash of the e-mail, also where no such account exists. */
  readonly account?: string | undefined
  readonly subject?: string | undefined
  /** A /24 of IPv4, a /48 of IPv6: never a whole address. */
  readonly network?: string | undefined
  /** Absent when the account itself did it. */
  readonly by?: 'ops' | 'settings' | 'administrator' | undefined
  readonly reason?: string | undefined
  readonly limit?: string | undefined
  readonly count?: number | undefined
}

export type SecurityLog = (event: SecurityEvent) => void
