import { StoreError } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { unavailable } from '../keys/destroyed-keys.ts'
import { KEY_BYTES, open, seal, type RandomBytes } from '../keys/sealing.ts'
import type { WrappingKey, WrappingKeys } from '../keys/wrapping-keys.ts'

/** What seals pictures: each has a key of its own, which lies wrapped in its row and goes with it. */
export interface PictureSealing {
  readonly wrapping: WrappingKeys
  readonly random: RandomBytes
}

/** The key of a picture as it lies in the vault; empty where the picture is from before there were such keys. */
export interface WrappedPictureKey {
  readonly wrapped_key: Buffer
  readonly epoch: number
}

export const pictureKeyPlace = (ref: string): string => `picture-key:${ref}`
const renditionPlace = (ref: string, name: string): string => `picture:${ref}/${name}`

/** Another epoch may begin between two looks at which it is. */
const ATTEMPTS_MAX = 5

/** The epoch that keys are wrapped in. Nobody ends it before the transaction that asks has ended. */
export async function holdEpoch(
  client: Pick<pg.PoolClient, 'query'>,
  wrapping: WrappingKeys,
): Promise<WrappingKey> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const current = await wrapping.current()
    const { rowCount } = await client
      .query('select from vault.key_epochs where epoch = $1 and ended_at is null for key share', [
        current.epoch,
      ])
      .catch(unavailable)
    if (rowCount === 1) return current
    wrapping.forgetCurrent()
  }
  throw new StoreError('Unavailable', 'the epoch of keys cannot be held')
}

/** A new key for a picture, and the same wrapped by the key of an epoch. */
export function newPictureKey(
  { random }: Pick<PictureSealing, 'random'>,
  ref: string,
  { epoch, key: wrappedBy }: WrappingKey,
): { readonly key: Buffer; readonly row: WrappedPictureKey } {
  const key = random(KEY_BYTES)
  return { key, row: { wrapped_key: seal(wrappedBy, pictureKeyPlace(ref), key, random), epoch } }
}

/** Undefined where the key of its epoch is gone: it was wrapped anew since its row was read. */
export async function openPictureKey(
  { wrapping }: Pick<PictureSealing, 'wrapping'>,
  ref: string,
  { wrapped_key: wrapped, epoch }: WrappedPictureKey,
): Promise<Buffer | undefined> {
  const wrappedBy = await wrapping.find(epoch)
  return wrappedBy && open(wrappedBy, pictureKeyPlace(ref), wrapped)
}

/** Seals one rendition of a picture. */
export const sealRendition = (
  { random }: Pick<PictureSealing, 'random'>,
  key: Buffer,
  { ref, name, bytes }: { readonly ref: string; readonly name: string; readonly bytes: Buffer },
): Buffer => seal(key, renditionPlace(ref, name), bytes, random)

/** @throws Error where the key is another picture's, or the bytes were changed */
export const openRendition = (key: Buffer, ref: string, name: string, sealed: Buffer): Buffer =>
  open(key, renditionPlace(ref, name), sealed)
