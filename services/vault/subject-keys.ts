import { StoreError } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import {
  destroyKey,
  forgetDestroyed,
  namesFrom,
  unavailable,
  untoldKeys,
  type DestroyedKey,
} from './destroyed-keys.ts'
import { uuidOf } from './keyed-ids.ts'
import { KEY_BYTES, open, seal, type RandomBytes } from './sealing.ts'

/** The keys of the people in the log. To destroy one is to forget that person, wherever copies lie. */
export interface SubjectKeys {
  /** The subject's key, made and durable if there was none. */
  forWriting(subject: string): Promise<Buffer>
  /** The keys that still exist, in one query. Never remembered: a destroyed key is gone at once, in every process. */
  forReading(subjects: readonly string[]): Promise<ReadonlyMap<string, Buffer>>
  /** How many keys are gone so far, of anybody: what was opened stays true while this stays the same. */
  losses(): Promise<string>
  /** Answers whether there was a key. In its place is kept that the log must still be told: see `untold`. */
  destroy(subject: string): Promise<boolean>
  /** Subjects whose keys exist, in order, by how their names begin. */
  startingWith(prefix: string, max: number): Promise<readonly string[]>
  /** Destroyed keys of which the log was not told yet, of one subject or of all. */
  untold(page: { readonly subject?: string; readonly max: number }): Promise<readonly DestroyedKey[]>
  /** The log says it: nothing is left of the key. */
  told(key: DestroyedKey): Promise<void>
}

const ID_BYTES = 16
const placeOf = (subject: string): string => `subject-key:${subject}`

/** A subject's key as it lies in the vault. */
export const wrapKey = (
  { masterKey, random }: { readonly masterKey: Buffer; readonly random: RandomBytes },
  subject: string,
  key: Buffer,
): Buffer => seal(masterKey, placeOf(subject), key, random)

export function createSubjectKeys(deps: {
  readonly db: pg.Pool
  readonly masterKey: Buffer
  readonly random: RandomBytes
  readonly now: () => Date
}): SubjectKeys {
  const { db, masterKey, random, now } = deps

  async function forReading(subjects: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    const { rows } = await db
      .query<{ subject: string; wrapped_key: Buffer }>(
        'select subject, wrapped_key from vault.subject_keys where subject = any($1)',
        [subjects],
      )
      .catch(unavailable)
    return new Map(rows.map((row) => [row.subject, open(masterKey, placeOf(row.subject), row.wrapped_key)]))
  }

  async function forWriting(subject: string): Promise<Buffer> {
    const known = (await forReading([subject])).get(subject)
    if (known !== undefined) return known
    const wrapped = wrapKey({ masterKey, random }, subject, random(KEY_BYTES))
    // Two writers may race: whoever comes second takes the first one's key.
    await db
      .query(
        'insert into vault.subject_keys (subject, wrapped_key, created_at) values ($1, $2, $3) on conflict do nothing',
        [subject, wrapped, now()],
      )
      .catch(unavailable)
    const made = (await forReading([subject])).get(subject)
    if (made === undefined)
      throw new StoreError('Unavailable', 'the subject was erased while it was written to')
    return made
  }

  async function destroy(subject: string): Promise<boolean> {
    return destroyKey(db, { erasureId: uuidOf(random(ID_BYTES)), subject }, now())
  }

  return {
    forWriting,
    forReading,
    losses: () => lossesOf(db),
    destroy,
    startingWith: (prefix, max) => namesFrom(db, { prefix, suffix: '', max }),
    untold: (page) => untoldKeys(db, page),
    told: (key) => forgetDestroyed(db, key),
  }
}

async function lossesOf(db: pg.Pool): Promise<string> {
  const { rows } = await db
    .query<{ count: string }>({ name: 'key-losses', text: 'select count from vault.key_losses' })
    .catch(unavailable)
  return rows[0]!.count
}
