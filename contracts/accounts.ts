import { z } from 'zod'
import { LIMITS } from './limits/limits.ts'
import { line, isBlocked } from './fields/text.ts'
import { defineEvent } from './events/define.ts'

/** `id` says nothing of the e-mail, which may change: streams of identities say whose an address is. */
export const accountStream = (id: string): string => `account-${id}`

/** The sign-ins of an account, on which nothing is decided. A former release wrote them into the account's own stream. */
export const signInsStream = (accountId: string): string => `sign-ins-${accountId}`

const nothing = {}
const name = line(LIMITS.nameCharsMax)
const by = z.enum(['owner', 'reset', 'admin', 'system'])
export const maxProfiles = z.int().min(1).max(LIMITS.profilesMax)

/** Id of the password's hash in the vault. The password becomes valid with the event that names it. */
const credentialId = line(LIMITS.lineCharsMax).optional()

export const accountRegistered = defineEvent({
  type: 'AccountRegistered',
  data: {
    name,
    email: line(LIMITS.emailCharsMax),
    credentialId,
    consent: line(LIMITS.lineCharsMax).optional(),
  },
  personal: { name: 'account', email: 'account' },
})
export const accountActivated = defineEvent({
  type: 'AccountActivated',
  // The id of the code's stream.
  data: { code: line(LIMITS.lineCharsMax).optional(), maxProfiles, profileId: z.uuid().optional() },
})
export const passwordChanged = defineEvent({
  type: 'PasswordChanged',
  data: { by, credentialId },
})
/** Former releases recorded it. */
export const passwordResetRequested = defineEvent({
  type: 'PasswordResetRequested',
  data: { tokenHash: line(LIMITS.lineCharsMax), expiresAt: z.iso.datetime() },
})
export const signedIn = defineEvent({ type: 'SignedIn', data: { method: z.enum(['password', 'external']) } })
export const accountDeactivated = defineEvent({ type: 'AccountDeactivated', data: nothing })
export const accountReactivated = defineEvent({ type: 'AccountReactivated', data: nothing })
export const profileLimitChanged = defineEvent({ type: 'ProfileLimitChanged', data: { maxProfiles } })
export const profileSlotTaken = defineEvent({ type: 'ProfileSlotTaken', data: { profileId: z.uuid() } })
export const profileSlotFreed = defineEvent({ type: 'ProfileSlotFreed', data: { profileId: z.uuid() } })
export const accountRenamed = defineEvent({
  type: 'AccountRenamed',
  data: { name },
  personal: { name: 'account' },
})
/** `provider`: former releases followed a change at the login provider. */
const emailChangedBy = z.enum(['owner', 'admin', 'provider'])
export const emailChanged = defineEvent({
  type: 'EmailChanged',
  data: { email: line(LIMITS.emailCharsMax), previousEmail: line(LIMITS.emailCharsMax), by: emailChangedBy },
  personal: { email: 'account', previousEmail: 'account' },
})
export const externalLoginLinked = defineEvent({
  type: 'ExternalLoginLinked',
  data: { issuer: line(LIMITS.urlCharsMax), subject: line(LIMITS.externalSubjectCharsMax) },
  personal: { subject: 'externalLogin' },
})
export const sessionsClosed = defineEvent({ type: 'SessionsClosed', data: { by } })
export const adminGranted = defineEvent({ type: 'AdminGranted', data: nothing })
export const adminRevoked = defineEvent({ type: 'AdminRevoked', data: nothing })
/** An external provider has verified the address: a password from before may be a stranger's. */
export const passwordDropped = defineEvent({ type: 'PasswordDropped', data: nothing })
/** By its owner. A reaction finishes the rest of the erasure, also after a crash. */
export const accountErasureRequested = defineEvent({ type: 'AccountErasureRequested', data: nothing })
export const accountErased = defineEvent({ type: 'AccountErased', data: nothing })

/** An e-mail, or a person at a login provider. One stream decides whose it is; `name` is a keyed hash. */
export const identityStream = (name: string): string => `identity-${name}`

const accountOf = { accountId: line(LIMITS.lineCharsMax).pipe(z.string().min(1)) }
export const identityClaimed = defineEvent({ type: 'IdentityClaimed', data: accountOf })
export const identityReleased = defineEvent({ type: 'IdentityReleased', data: accountOf })

/** One stream for all, because only one stream can decide who is the last administrator. */
export const ADMINISTRATORS_STREAM = 'administrators'

export const administratorListed = defineEvent({ type: 'AdministratorListed', data: accountOf })
export const administratorDelisted = defineEvent({ type: 'AdministratorDelisted', data: accountOf })

export const user = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    is_blocked: isBlocked,
    is_admin: z.boolean(),
    is_active: z.boolean(),
    activation_used: z.boolean(),
    profiles_count: z.int(),
    max_profiles: z.int(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof user>
