import { StoreError } from '@app/contracts/event-store.ts'
import { stringify } from 'uuid'
import { KEY_BYTES, seal } from './sealing.ts'
import { openedRows, unavailable, type WrappedRow } from './wrapping-keys.ts'
import type { Vault } from './key-vault.ts'

export const ID_KEY_NAMES = [
  'account-id',
  'activation-code-names',
  'activation-code-seals',
  'ids-of-calls',
  'picture-refs',
  'reminder-tokens',
  'search-words',
  'slug-names',
  'subscription-ids',
] as const
export type IdKeyName = (typeof ID_KEY_NAMES)[number]

/** They never change: hashes made with them are names in the log. */
export interface IdKeys {
  of(name: IdKeyName): Buffer
}

/** A UUID of version 8 (RFC 9562: custom), from the first 128 bits. */
export function uuidOfHash(digest: Buffer): string {
  const bytes = Buffer.from(digest.subarray(0, 16))
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return stringify(bytes)
}

export const idKeyPlace = (name: string): string => `id-key:${name}`

const ATTEMPTS_MAX = 5

// The lock delays another wrapping key, so that no key is written under a former one.
const INSERT = `
  insert into vault.id_keys (name, wrapped_key, wrapped_by)
  select $1, $2, w.number from vault.wrapping w where w.number = $3 for key share
  on conflict do nothing`

type Row = WrappedRow & { readonly name: IdKeyName }

export async function loadIdKeys({
  db,
  wrapping,
  random,
}: Pick<Vault, 'db' | 'wrapping' | 'random'>): Promise<IdKeys> {
  const read = async () =>
    (await db.query<Row>('select name, wrapped_key, wrapped_by from vault.id_keys').catch(unavailable)).rows
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const opened = await openedRows(wrapping, read, ({ name }) => idKeyPlace(name))
    const byName = new Map(opened.map(([{ name }, key]) => [name, key]))
    const missing = ID_KEY_NAMES.filter((name) => !byName.has(name))
    if (missing.length === 0) return { of: (name) => byName.get(name)! }
    for (const name of missing) {
      const { number, key } = await wrapping.current()
      const wrapped = seal(key, idKeyPlace(name), random(KEY_BYTES), random)
      await db.query(INSERT, [name, wrapped, number]).catch(unavailable)
    }
  }
  throw new StoreError('Unavailable', 'the keys of ids cannot be made')
}
