import { z } from 'zod'
import { emailAddress } from '@app/contracts/fields/email.ts'
import { LIMITS } from '@app/contracts/limits.ts'
import { filledLine, headerText, line } from '@app/contracts/fields/text.ts'

/** Somebody as a provider knows them. */
export interface ExternalPerson {
  readonly issuer: string
  /** Never given to anybody else by this issuer. */
  readonly subject: string
  readonly email: string
  readonly isEmailVerified: boolean
  readonly name: string
}

const claimsSchema = z.object({
  sub: line(LIMITS.externalSubjectCharsMax).min(1),
  email: z.string(),
  // Some providers write their booleans as text.
  email_verified: z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })]).catch(false),
  name: z.string().catch(''),
})

/**
 * What the claims of a provider say, of what we keep.
 * @throws ZodError when they do not say who it is
 */
export function externalPersonOf(issuer: string, claims: unknown): ExternalPerson {
  const { sub, email: vouchedFor, email_verified, name } = claimsSchema.parse(claims)
  const email = emailAddress.parse(vouchedFor)
  return {
    issuer,
    subject: sub,
    email,
    // Where ours is another spelling, such as `fiona` for `ﬁona`, the provider has vouched for another mailbox.
    isEmailVerified: email_verified && vouchedFor.trim() === email,
    // Who has told the provider no name is called as their mailbox is.
    name: typedName(name) ?? headerText(email.split('@')[0], LIMITS.nameCharsMax),
  }
}

const nameSchema = filledLine(LIMITS.nameCharsMax)

/** A name as people may type it here; undefined where nothing of it could be seen. What cannot be stored is left out. */
function typedName(name: string): string | undefined {
  const oneLine = name.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return nameSchema.safeParse(headerText(oneLine, LIMITS.nameCharsMax)).data
}
