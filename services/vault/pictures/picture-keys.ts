import { StoreError } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { unavailable } from '../keys/destroyed-keys.ts'
import { KEY_BYTES, open, seal, type RandomBytes } from '../keys/sealing.ts'
import type { WrappingKey, WrappingKeys } from '../keys/wrapping-keys.ts'

export interface PictureSealing {
  readonly wrapping: WrappingKeys
  readonly random: RandomBytes
}

export interface WrappedPictureKey {
  readonly wrapped_key: Buffer
  readonly epoch: number
}

export const pictureKeyPlace = (ref: string): string => `picture-key:${ref}`
const renditionPlace = (ref: string, name: string): string => `picture:${ref}/${name}`

const ATTEMPTS_MAX = 5

/** The epoch cannot end before the caller's transaction ends. */
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

export function newPictureKey(
  { random }: Pick<PictureSealing, 'random'>,
  ref: string,
  { epoch, key: wrappedBy }: WrappingKey,
): { readonly key: Buffer; readonly row: WrappedPictureKey } {
  const key = random(KEY_BYTES)
  return { key, row: { wrapped_key: seal(wrappedBy, pictureKeyPlace(ref), key, random), epoch } }
}

/** Undefined when the key was rewrapped since its row was read. */
export async function openPictureKey(
  { wrapping }: Pick<PictureSealing, 'wrapping'>,
  ref: string,
  { wrapped_key: wrapped, epoch }: WrappedPictureKey,
): Promise<Buffer | undefined> {
  const wrappedBy = await wrapping.find(epoch)
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
