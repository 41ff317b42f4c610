import { createSecretKey } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { z } from 'zod'

const ISSUER = 'accounts'
/** A token that the same secret signed for another service is not valid here. */
const AUDIENCE = 'api'
const ALGORITHM: jwt.Algorithm = 'HS256'

/** `exp` is required, because the library accepts a token without one. */
const claimsSchema = z.object({
  sub: z.string(),
  adm: z.boolean(),
  ver: z.int(),
  sid: z.uuid(),
  exp: z.int(),
})
export type Claims = z.infer<typeof claimsSchema>

export function createSessionTokens(deps: { readonly secret: Buffer; readonly now: () => Date }) {
  // Given bytes, the library would try on each call to read them as a public key.
  const secret = createSecretKey(deps.secret)
  const seconds = (): number => Math.floor(deps.now().getTime() / 1_000)
  const named = { issuer: ISSUER, audience: AUDIENCE }
  return {
    sign: (claims: Claims): string =>
      jwt.sign({ ...claims, iat: seconds() }, secret, { ...named, algorithm: ALGORITHM }),
    read: (authorization: string | undefined): Claims | undefined => {
      const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
      if (token === undefined) return undefined
      try {
        const checks = { ...named, algorithms: [ALGORITHM], clockTimestamp: seconds() }
        return claimsSchema.parse(jwt.verify(token, secret, checks))
      } catch {
        return undefined
      }
    },
  }
}
