import { createCipheriv, createDecipheriv } from 'node:crypto'

/** AES-256-GCM: 12 bytes of nonce, 16 of tag, then the text. */
const NONCE_BYTES = 12
const TAG_BYTES = 16
export const KEY_BYTES = 32

export type RandomBytes = (count: number) => Buffer

/** `place` (event and field, or row and column) is authenticated: sealed text that was moved does not open. */
export function seal(key: Buffer, place: string, plain: Buffer, random: RandomBytes): Buffer {
  const nonce = random(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** @throws Error for another key, another place or changed bytes */
export function open(key: Buffer, place: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}
