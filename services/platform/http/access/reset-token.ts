import { createHash } from 'node:crypto'
import { mailedToken } from '@app/contracts/fields/text.ts'

/** A link contains the account's id and a secret of 256 bits. The log has only the secret's hash. */
export interface ResetToken {
  readonly accountId: string
  readonly tokenHash: string
}

const ID_BYTES = 16
const SECRET_BYTES = 32
const TOKEN_CHARS = 64

const hashOf = (secret: Buffer): string => createHash('sha256').update(secret).digest('hex')

/** @param random cryptographically secure */
export function newResetToken(
  accountId: string,
  random: (bytes: number) => Buffer,
): ResetToken & { readonly token: string } {
  const secret = random(SECRET_BYTES)
  const id = Buffer.from(accountId.replaceAll('-', ''), 'hex')
  if (id.length !== ID_BYTES) throw new Error('an account’s id is a UUID')
  return {
    accountId,
    tokenHash: hashOf(secret),
    token: Buffer.concat([id, secret]).toString('base64url'),
  }
}

export function readResetToken(text: string): ResetToken | undefined {
  const token = mailedToken(text, TOKEN_CHARS)
  if (token === undefined) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const id = bytes.toString('hex', 0, ID_BYTES)
  const accountId = id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return { accountId, tokenHash: hashOf(bytes.subarray(ID_BYTES)) }
}
