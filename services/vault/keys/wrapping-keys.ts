import { hkdfSync } from 'node:crypto'
import { StoreError } from '@app/contracts/event-store.ts'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { unavailable } from './destroyed-keys.ts'
import { KEY_BYTES, open, seal, type RandomBytes } from './sealing.ts'

/** Outside of the database, so that no copy of it opens what a destroyed key has wrapped. */
export interface EpochKeys {
  /** 32 bytes. */
  find(epoch: number): Promise<Buffer | undefined>
  /** Durable when it resolves. An existing key stays as it is. */
  make(epoch: number): Promise<Buffer>
  destroy(epoch: number): Promise<void>
}

/** Derived from the master key and the epoch's own key. */
export interface WrappingKey {
  readonly epoch: number
  readonly key: Buffer
}

export interface WrappingKeys {
  /** Cached until `forgetCurrent`. */
  current(): Promise<WrappingKey>
  forgetCurrent(): void
  /** Undefined when the epoch's own key is gone. @throws StoreError Unavailable under another master key */
  find(epoch: number): Promise<Buffer | undefined>
  /** @throws StoreError Unavailable */
  masterKeyOf(epoch: number): Promise<Buffer>
}

export interface WrappingKeysDeps {
  readonly db: Pick<pg.Pool, 'query'>
  /** The present one and, during a replacement, the next one. */
  readonly masterKeys: () => Promise<readonly Buffer[]>
  readonly epochKeys: EpochKeys
}

const REMEMBERED_MAX = 4
const PLAIN = Buffer.from('the wrapping key of this epoch')
const placeOf = (epoch: number): string => `key-epoch:${epoch}`

export const wrappingKeyOf = (masterKey: Buffer, epoch: number, epochKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', epochKey, masterKey, placeOf(epoch), KEY_BYTES))

export const sealCheck = ({ epoch, key }: WrappingKey, random: RandomBytes): Buffer =>
  seal(key, placeOf(epoch), PLAIN, random)

function isWrappingKey({ epoch, key }: WrappingKey, sealed: Buffer): boolean {
  try {
    return open(key, placeOf(epoch), sealed).equals(PLAIN)
  } catch {
    return false
  }
}

interface Found {
  readonly masterKey: Buffer
  readonly key: Buffer
}

export function createWrappingKeys(deps: WrappingKeysDeps): WrappingKeys {
  const { db } = deps
  const remembered = new LRUCache<number, Found>({ max: REMEMBERED_MAX })
  let current: WrappingKey | undefined

  async function look(epoch: number): Promise<Found | undefined> {
    const known = remembered.get(epoch)
    if (known !== undefined) return known
    const found = await findOfEpoch(deps, epoch)
    if (found === undefined) return undefined
    remembered.set(epoch, found)
    return found
  }

  async function get(epoch: number): Promise<Found> {
    const found = await look(epoch)
    if (found === undefined) throw new StoreError('Unavailable', `the key of epoch ${epoch} is missing`)
    return found
  }

  return {
    find: async (epoch) => (await look(epoch))?.key,
    masterKeyOf: async (epoch) => (await get(epoch)).masterKey,
    forgetCurrent: () => {
      current = undefined
    },
    current: async () => {
      if (current !== undefined) return current
      const epoch = await currentEpoch(db)
      current = { epoch, key: (await get(epoch)).key }
      return current
    },
  }
}

async function findOfEpoch(
  { db, masterKeys, epochKeys }: WrappingKeysDeps,
  epoch: number,
): Promise<Found | undefined> {
  const [sealed, epochKey] = [await checkOf(db, epoch), await epochKeys.find(epoch).catch(unavailable)]
  if (sealed === undefined || epochKey === undefined) return undefined
  const candidates = (await masterKeys()).map((masterKey) => ({
    masterKey,
    key: wrappingKeyOf(masterKey, epoch, epochKey),
  }))
  const found = candidates.find(({ key }) => isWrappingKey({ epoch, key }, sealed))
  if (found === undefined) throw new StoreError('Unavailable', `epoch ${epoch} is under another master key`)
  return found
}

async function checkOf(db: WrappingKeysDeps['db'], epoch: number): Promise<Buffer | undefined> {
  const { rows } = await db
    .query<{ sealed: Buffer }>('select sealed from vault.key_epochs where epoch = $1', [epoch])
    .catch(unavailable)
  return rows[0]?.sealed
}

/** Undefined in a new vault. */
export async function findCurrentEpoch(db: WrappingKeysDeps['db']): Promise<number | undefined> {
  const { rows } = await db
    .query<{ epoch: number }>('select epoch from vault.key_epochs where ended_at is null')
    .catch(unavailable)
  return rows[0]?.epoch
}

export async function currentEpoch(db: WrappingKeysDeps['db']): Promise<number> {
  const epoch = await findCurrentEpoch(db)
  if (epoch === undefined) throw new StoreError('Unavailable', 'no epoch of keys has begun')
  return epoch
}
