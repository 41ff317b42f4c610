import { z } from 'zod'
import { emailAddress } from '@app/contracts/fields/email.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { readable, filledLine, headerText, line } from '@app/contracts/fields/text.ts'

export interface ExternalPerson {
  readonly issuer: string
  /** The issuer never reuses it for another person. */
  readonly subject: string
  /** Undefined unless the provider vouches for it. */
  readonly email: string | undefined
  readonly name: string
}

const claimsSchema = z.object({
  sub: line(LIMITS.externalSubjectCharsMax).min(1),
  email: z.string().catch(''),
  // Some providers send booleans as text.
  email_verified: z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })]).catch(false),
  name: z.string().catch(''),
  given_name: z.string().catch(''),
  family_name: z.string().catch(''),
})

/** @throws ZodError when the claims do not identify a person */
export function externalPersonOf(issuer: string, claims: unknown): ExternalPerson {
  const { sub, email: vouchedFor, email_verified, ...names } = claimsSchema.parse(claims)
  const email = emailAddress.safeParse(vouchedFor).data ?? ''
  return {
    issuer,
    subject: sub,
    // If our normalised address differs (`fiona` for `ﬁona`), the provider verified another mailbox.
    email: email_verified && email !== '' && vouchedFor.trim() === email ? email : undefined,
    name:
      typedName(names.name) ??
      typedName(`${names.given_name} ${names.family_name}`) ??
      headerText(email.split('@')[0], LIMITS.nameCharsMax),
  }
}

const nameSchema = filledLine(LIMITS.nameCharsMax)

/** Removes characters that cannot be stored. Answers undefined when no visible one is left. */
function typedName(name: string): string | undefined {
  const oneLine = name.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return nameSchema.safeParse(headerText(readable(oneLine), LIMITS.nameCharsMax)).data
}
