import { mailedToken } from '@app/contracts/fields/text.ts'

/** A link has the account's id, its end, and a proof of 122 bits of both and of the account's present password. */
export interface ResetToken {
  readonly accountId: string
  readonly endsAt: Date
  readonly proof: string
}

const ID_BYTES = 16
const END_BYTES = 4
const TOKEN_CHARS = 48

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')
const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

export function writeResetToken({ accountId, endsAt, proof }: ResetToken): string {
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32BE(endsAt.getTime() / 1_000)
  return Buffer.concat([bytesOf(accountId), end, bytesOf(proof)]).toString('base64url')
}

export function readResetToken(text: string): ResetToken | undefined {
  const token = mailedToken(text, TOKEN_CHARS)
  if (token === undefined) return undefined
  const bytes = Buffer.from(token, 'base64url')
  return {
    accountId: uuidOf(bytes.subarray(0, ID_BYTES)),
    endsAt: new Date(bytes.readUInt32BE(ID_BYTES) * 1_000),
    proof: uuidOf(bytes.subarray(ID_BYTES + END_BYTES)),
  }
}
