import { createHmac } from 'node:crypto'
import { deliveredTo, mailboxBehind, normalEmail } from '@app/contracts/fields/email.ts'
import { addDays, dayInSantiago } from '@app/contracts/calendar.ts'
import { RETENTION } from '@app/contracts/limits/periods.ts'
import type pg from 'pg'
import { KEY_BYTES, type RandomBytes, seal } from './sealing.ts'
import { StoreError } from '@app/contracts/event-store.ts'
import { stringify } from 'uuid'
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

const hashOf = (key: Buffer, ...words: readonly string[]): Buffer =>
  createHmac('sha256', key).update(words.join('\n')).digest()

/** @param life how many accounts of the e-mail were erased before */
export type AccountIds = (email: string, life?: number) => string

/** Keyed, so that a stream's name does not reveal the e-mail, nor two of them that they had the same. */
export function createAccountIds(keys: IdKeys): AccountIds {
  const key = keys.of('account-id')
  return (email, life = 0) =>
    uuidOfHash(hashOf(key, normalEmail(email), ...(life === 0 ? [] : [String(life)])))
}

const PICTURE_REF_DIGITS = 32

/** Keyed, so that nobody who has the picture can find its owner. */
export function createPictureRefs(keys: IdKeys): (contentHash: string) => string {
  const key = keys.of('picture-refs')
  return (contentHash) => hashOf(key, contentHash).toString('hex').slice(0, PICTURE_REF_DIGITS)
}

/** Names the visitor of one act. Keyed, because others learn the event's id. */
export const visitorIdOfEvent = (key: Buffer, eventId: string): string =>
  uuidOfHash(hashOf(key, 'event', eventId))

export const hashedVisitorId = (
  key: Buffer,
  visit: { readonly profileId: string; readonly address: string; readonly userAgent: string },
): string => uuidOfHash(hashOf(key, visit.profileId, visit.address, visit.userAgent))

export type SubscriptionIds = ReturnType<typeof createSubscriptionIds>

/** Keyed, so that nobody can try addresses against the names of streams. */
export function createSubscriptionIds(keys: IdKeys) {
  const key = keys.of('subscription-ids')
  return {
    /** One subscription a person and profile, however the address is written. */
    subscription: (profileId: string, email: string) =>
      uuidOfHash(hashOf(key, 'subscription', profileId.toLowerCase(), normalEmail(email))),
    /** The same for all profiles and for all addresses of one mailbox. */
    suppression: (email: string) => uuidOfHash(hashOf(key, 'suppression', mailboxBehind(email))),
    /** Names the address that mail is delivered to, and no other: `ana+x@` may be another person's than `ana@`. */
    address: (email: string) => uuidOfHash(hashOf(key, 'address', deliveredTo(email))),
  }
}

const NAME_BYTES = 16
/** Marks a name in the log as no slug and no code. */
const MARK = 'keyed_'

/** 52 bits fit a JSON number, which compares fast. Two of a million words hash alike once in 9,000 lists. */
const SEARCH_HASH_DROPPED_BITS = 12n

export type KeyedNames = ReturnType<typeof createKeyedNames>

/** They never change: they are the keys of claims in the log. */
export function createKeyedNames(keys: IdKeys) {
  const namesUnder = (name: IdKeyName): ((word: string) => string) => {
    const key = keys.of(name)
    return (word) => MARK + hashOf(key, word).subarray(0, NAME_BYTES).toString('hex')
  }
  const identityName = namesUnder('account-id')
  const searchKey = keys.of('search-words')
  return {
    slug: namesUnder('slug-names'),
    activationCode: namesUnder('activation-code-names'),
    account: createAccountIds(keys),
    identity: (kind: 'email' | 'login' | 'code', text: string): string => identityName(`${kind}\n${text}`),
    mailbox: createSubscriptionIds(keys).address,
    /** Search word in place of a person's word; the same word differs in each list. */
    searchWord: (list: string, word: string): number =>
      Number(hashOf(searchKey, list, word).readBigUInt64BE() >> SEARCH_HASH_DROPPED_BITS),
  }
}

const MAKE = 'insert into vault.visitor_salts (day, salt) values ($1, $2) on conflict do nothing'
const FIND = 'select salt from vault.visitor_salts where day = $1'
const FORGET = 'delete from vault.visitor_salts where day <= $1'

/** Once a day's salt is destroyed, nobody can tell whether hashes of different days are one person's. */
export function createVisitorKeys({
  db,
  secret,
  random,
  now,
}: {
  readonly db: Pick<pg.Pool, 'query'>
  readonly secret: Buffer
  readonly random: RandomBytes
  readonly now: () => Date
}) {
  let cached: { readonly day: string; readonly key: Buffer } | undefined
  const today = (): string => dayInSantiago(now().getTime())
  /** To be called every hour, also without visitors. */
  const forgetOld = async (): Promise<void> =>
    void (await db.query(FORGET, [addDays(today(), -RETENTION.daySaltDays)]))

  return {
    forgetOld,
    keyOfToday: async (): Promise<Buffer> => {
      const day = today()
      if (cached?.day === day) return cached.key
      await forgetOld()
      await db.query(MAKE, [day, random(KEY_BYTES)])
      const { rows } = await db.query<{ salt: Buffer }>(FIND, [day])
      cached = { day, key: createHmac('sha256', secret).update(rows[0]!.salt).digest() }
      return cached.key
    },
  }
}
