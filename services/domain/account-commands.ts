/** The caller has checked and hashed passwords and tokens. */
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
  | ChangeProfileLimit
  | GrantAdmin
  | { readonly type: 'RevokeAdmin' | 'Deactivate' | 'Reactivate' | 'RequestErasure' | 'EraseAccount' }
  | CloseSessions
  | RenameAccount

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
  /** A sign-in after this instant, whose session is still valid, makes this command yield no event. */
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
/** The caller has checked the present password, which is the credential that `replaces` names. */
export interface ReplacePassword {
  readonly type: 'ReplacePassword'
  readonly by: 'owner' | 'system'
  readonly credentialId: string
  readonly replaces?: string | undefined
}
/** Precondition: this account has redeemed the code. */
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
interface FreeProfileSlot {
  readonly type: 'FreeProfileSlot'
  readonly profileId: string
}
/** A limit below what the account has takes no profile from it. */
interface ChangeProfileLimit {
  readonly type: 'ChangeProfileLimit'
  readonly maxProfiles: number
}
interface GrantAdmin {
  readonly type: 'GrantAdmin'
}
interface RenameAccount {
  readonly type: 'RenameAccount'
  readonly name: string
}
interface CloseSessions {
  readonly type: 'CloseSessions'
  readonly by: 'owner' | 'admin' | 'system'
}
