import { z } from 'zod'
import { LIMITS } from '../limits/limits.ts'
import { line } from '../fields/text.ts'
import { defineEvent } from '../events/define.ts'

/** An e-mail, or a person at a login provider. One stream decides whose it is; `name` is a keyed hash. */
export const identityStream = (name: string): string => `identity-${name}`

const data = { accountId: line(LIMITS.lineCharsMax).pipe(z.string().min(1)) }
export const identityClaimed = defineEvent({ type: 'IdentityClaimed', data })
export const identityReleased = defineEvent({ type: 'IdentityReleased', data })
