import { KEY_BYTES, open, seal, type RandomBytes } from '../keys/sealing.ts'
import type { WrappingKey, WrappingKeys } from '../keys/wrapping-keys.ts'

export interface PictureSealing {
  readonly wrapping: WrappingKeys
  readonly random: RandomBytes
}

export interface WrappedPictureKey {
  readonly wrapped_key: Buffer
  readonly wrapped_by: number
}

export const pictureKeyPlace = (ref: string): string => `picture-key:${ref}`
const renditionPlace = (ref: string, name: string): string => `picture:${ref}/${name}`

export function newPictureKey(
  { random }: Pick<PictureSealing, 'random'>,
  ref: string,
  { number, key: wrappedBy }: WrappingKey,
): { readonly key: Buffer; readonly row: WrappedPictureKey } {
  const key = random(KEY_BYTES)
  return { key, row: { wrapped_key: seal(wrappedBy, pictureKeyPlace(ref), key, random), wrapped_by: number } }
}

/** Undefined when the key was rewrapped since its row was read. */
export async function openPictureKey(
  { wrapping }: Pick<PictureSealing, 'wrapping'>,
  ref: string,
  { wrapped_key: wrapped, wrapped_by: number }: WrappedPictureKey,
): Promise<Buffer | undefined> {
  const wrappedBy = await wrapping.find(number)
  return wrappedBy && open(wrappedBy, pictureKeyPlace(ref), wrapped)
}

export const sealRendition = (
  { random }: Pick<PictureSealing, 'random'>,
  key: Buffer,
  { ref, name, bytes }: { readonly ref: string; readonly name: string; readonly bytes: Buffer },
): Buffer => seal(key, renditionPlace(ref, name), bytes, random)

/** @throws Error for another picture's key or changed bytes */
export const openRendition = (key: Buffer, ref: string, name: string, sealed: Buffer): Buffer =>
  open(key, renditionPlace(ref, name), sealed)
