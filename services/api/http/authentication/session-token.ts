import { createSecretKey } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { z } from 'zod'

const ISSUER = 'accounts'
/** Whom tokens are for: one that the same secret signed for another service opens nothing here, nor ours there. */
const AUDIENCE = 'api'
const ALGORITHM: jwt.Algorithm = 'HS256'

/** No token holds for ever: the library lets one pass that does not say until when. */
const claimsSchema = z.object({
  sub: z.string(),
  adm: z.boolean(),
  ver: z.int(),
  sid: z.uuid(),
  exp: z.int(),
})
export type Claims = z.infer<typeof claimsSchema>

/** Tokens of sessions: signed, and read where they are good. Whether the session still stands, they do not know. */
export interface SessionTokens {
  sign(claims: Claims): string
  read(authorization: string | undefined): Claims | undefined
}

export function createSessionTokens(deps: {
  readonly secret: Buffer
  readonly now: () => Date
}): SessionTokens {
  // Of bytes the library would first try, on each call, whether they are a public key.
  const secret = createSecretKey(deps.secret)
  const seconds = (): number => Math.floor(deps.now().getTime() / 1_000)
  const named = { issuer: ISSUER, audience: AUDIENCE }
  return {
    sign: (claims) => jwt.sign({ ...claims, iat: seconds() }, secret, { ...named, algorithm: ALGORITHM }),
    read: (authorization) => {
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
