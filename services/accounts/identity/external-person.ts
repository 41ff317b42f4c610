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

export type ExternalClaims = Readonly<Record<string, unknown>>

const isMissing = (claim: unknown): boolean => claim === undefined || claim === null || claim === ''

/** Whether a login can do without UserInfo, and without its name. */
export const hasMailbox = ({ email, email_verified }: ExternalClaims): boolean =>
  !isMissing(email) && !isMissing(email_verified)
export const hasName = ({ name, given_name, family_name }: ExternalClaims): boolean =>
  !isMissing(name) || !(isMissing(given_name) || isMissing(family_name))

/** The token's claims come first. A place that names another mailbox vouches for that one alone. */
export function joinedClaims(token: ExternalClaims, userInfo: ExternalClaims): ExternalClaims {
  const said = Object.entries(token).filter(([, claim]) => !isMissing(claim))
  const [own, other] = isMissing(token.email) ? [userInfo, token] : [token, userInfo]
  const isOfOther = !isMissing(other.email) && other.email !== own.email
  const isLent = isMissing(own.email_verified) && !isOfOther
  return {
    ...userInfo,
    ...Object.fromEntries(said),
    email_verified: (isLent ? other : own).email_verified,
  }
}

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
