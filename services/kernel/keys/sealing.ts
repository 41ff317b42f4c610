import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { StoreError, type JsonValue } from '@app/contracts/event-store.ts'

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

/** The place of a person's text: it opens nowhere else. */
interface TextPlace {
  readonly kind: 'key mark' | 'row key mark'
  readonly place: string
}

/** Distinguishes the new key of a returning person from the destroyed one, and reveals neither. */
const markOf = (kind: TextPlace['kind'], key: Buffer): string =>
  createHash('sha256').update(kind).update(key).digest('base64url').slice(0, 12)

export function encryptText(
  key: Buffer,
  { kind, place }: TextPlace,
  text: JsonValue,
  nonceOf: (plain: Buffer) => RandomBytes,
): string {
  const plain = Buffer.from(JSON.stringify(text))
  const sealed = seal(key, place, plain, nonceOf(plain))
  return `${markOf(kind, key)}.${sealed.toString('base64')}`
}

/** Undefined without the key that encrypted it. @throws StoreError Corrupt */
export function decryptText(
  key: Buffer | undefined,
  { kind, place }: TextPlace,
  text: string,
): JsonValue | undefined {
  if (key === undefined || !text.startsWith(`${markOf(kind, key)}.`)) return undefined
  try {
    const plain = open(key, place, Buffer.from(text.slice(text.indexOf('.') + 1), 'base64'))
    return JSON.parse(plain.toString()) as JsonValue
  } catch (cause) {
    throw new StoreError('Corrupt', `${place} does not open with its subject's key`, { cause })
  }
}
