/** What can be asked of an account. Passwords and tokens were checked and hashed by the caller. */
export type AccountCommand =
  | FoundAdministrator
  | Register
  | RegisterExternally
  | LinkExternalLogin
  | SignIn
  | RequestPasswordReset
  | ResetPassword
  | ReplacePassword
  | Activate
  | TakeProfileSlot
  | FreeProfileSlot
  | GrantAdmin
  | { readonly type: 'RevokeAdmin' | 'Deactivate' | 'Reactivate' | 'EraseAccount' }
  | CloseSessions

/** An administrator made by whoever runs the installation: registered and activated at once, outside any limit. */
export interface FoundAdministrator {
  readonly type: 'FoundAdministrator'
  readonly name: string
  readonly email: string
  readonly credentialId: string | undefined
}
export interface Register {
  readonly type: 'Register'
  readonly name: string
  readonly email: string
  readonly credentialId: string
  readonly consent: string
}
/** By somebody for whom an external provider vouches: no password. */
export interface RegisterExternally extends ExternalPerson {
  readonly type: 'RegisterExternally'
  readonly name: string
  readonly email: string
  readonly consent: string
}
export interface LinkExternalLogin extends ExternalPerson {
  readonly type: 'LinkExternalLogin'
}
interface ExternalPerson {
  readonly issuer: string
  readonly subject: string
}
export interface SignIn {
  readonly type: 'SignIn'
  readonly method: 'password' | 'external'
  /** Whoever has signed in since, with what still holds, is known to be here: once more is nothing new. */
  readonly unlessSince?: string
}
export interface RequestPasswordReset {
  readonly type: 'RequestPasswordReset'
  readonly tokenHash: string
  readonly expiresAt: string
}
export interface ResetPassword {
  readonly type: 'ResetPassword'
  readonly tokenHash: string
  readonly now: string
  readonly credentialId: string
}
/** The password of before was checked by the caller, against the one that `replaces` names. */
export interface ReplacePassword {
  readonly type: 'ReplacePassword'
  readonly by: 'owner' | 'system'
  readonly credentialId: string
  readonly replaces?: string | undefined
}
/** The code was redeemed by this account. */
export interface Activate {
  readonly type: 'Activate'
  readonly code: string
  readonly maxProfiles: number
  readonly profileId: string
}
export interface TakeProfileSlot {
  readonly type: 'TakeProfileSlot'
  readonly profileId: string
}
export interface FreeProfileSlot {
  readonly type: 'FreeProfileSlot'
  readonly profileId: string
}
export interface GrantAdmin {
  readonly type: 'GrantAdmin'
}
export interface CloseSessions {
  readonly type: 'CloseSessions'
  readonly by: 'owner' | 'admin' | 'system'
}
