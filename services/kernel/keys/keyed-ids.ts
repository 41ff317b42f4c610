import { createHmac } from 'node:crypto'
import { normalEmail } from '@app/contracts/fields/email.ts'
import type { IdKeys } from './id-keys.ts'

/** A UUID of version 8 (RFC 9562: custom), from the first 128 bits. */
export function uuidOfHash(digest: Buffer): string {
  const bytes = Buffer.from(digest.subarray(0, 16))
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** @param life how many accounts of the e-mail were erased before */
export type AccountIds = (email: string, life?: number) => string

/** Keyed, so that a stream's name does not reveal the e-mail, nor two of them that they had the same. */
export function createAccountIds(keys: IdKeys): AccountIds {
  const key = keys.of('account-id')
  return (email, life = 0) => {
    const name = life === 0 ? normalEmail(email) : `${normalEmail(email)}\n${life}`
    return uuidOfHash(createHmac('sha256', key).update(name).digest())
  }
}

const PICTURE_REF_DIGITS = 32

/** Keyed, so that nobody who has the picture can find its owner. */
export function createPictureRefs(keys: IdKeys): (contentHash: string) => string {
  const key = keys.of('picture-refs')
  return (contentHash) =>
    createHmac('sha256', key).update(contentHash).digest('hex').slice(0, PICTURE_REF_DIGITS)
}

/** Of whoever did this one act and nothing else. Keyed, because the event's id is told to others. */
export const visitorIdOfEvent = (key: Buffer, eventId: string): string =>
  uuidOfHash(createHmac('sha256', key).update(`event\n${eventId}`).digest())

export const hashedVisitorId = (
  key: Buffer,
  seen: { readonly profileId: string; readonly address: string; readonly userAgent: string },
): string =>
  uuidOfHash(
    createHmac('sha256', key).update(`${seen.profileId}\n${seen.address}\n${seen.userAgent}`).digest(),
  )
