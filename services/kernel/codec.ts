import {
  StoreError,
  type EventStore,
  type JsonObject,
  type JsonValue,
  type NewEvent,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import { CATALOGUE } from '@app/contracts/events/catalogue.ts'
import { decryptText, encryptText, type RandomBytes } from './keys/sealing.ts'
import type { SubjectKeys, KeysAndBlocked } from './keys/subject-keys.ts'
import { createHmac } from 'node:crypto'
import type { KeyedNames } from './keys/keyed-ids.ts'

export interface Codec {
  /** @throws StoreError Invalid unless the event fits its newest schema */
  encrypt(stream: string, event: NewEvent): Promise<NewEvent>
  /**
   * Personal fields of erased people are absent, and those of frozen ones too without `frozen`, which is for code that
   * shows nothing to anybody. @throws StoreError Corrupt
   */
  decrypt(
    events: readonly StoredEvent[],
    options?: { readonly frozen?: boolean | undefined },
  ): Promise<readonly StoredEvent[]>
}

export interface StreamReading {
  readonly log: Pick<EventStore, 'readStream'>
  readonly codec: Pick<Codec, 'decrypt'>
  readonly frozen?: boolean
}

export const readStream = async (
  { log, codec, frozen }: StreamReading,
  stream: string,
  options?: Parameters<EventStore['readStream']>[1],
): Promise<readonly StoredEvent[]> => codec.decrypt(await log.readStream(stream, options), { frozen })

/** For decisions that need the words of frozen people, and show them to nobody. */
export const evenFrozen = <Store extends StreamReading>(store: Store): Store => ({ ...store, frozen: true })

export function createCodec({
  keys,
  mailboxOf,
  random,
}: {
  readonly keys: Pick<SubjectKeys, 'forWriting' | 'forReading'>
  readonly mailboxOf: (email: string) => string
  readonly random: RandomBytes
}): Codec {
  return {
    encrypt: async (stream, event) => {
      const definition = writtenToday(event)
      if (!definition.personal.some((field) => event.data[field] !== undefined)) return event
      const subject = definition.subjectOf(event.data, stream)
      const at = new Date(event.meta.occurredAt)
      const key = await keys.forWriting(subject, { at, mailbox: mailboxIn(event, mailboxOf) })
      const data: Record<string, JsonValue | undefined> = { ...event.data }
      for (const field of definition.personal) {
        const value = event.data[field]
        if (value !== undefined)
          data[field] = { sealed: encryptText(key, placeOf(event.id, field), value, () => random) }
      }
      return { ...event, data, meta: { ...event.meta, keyRef: subject } }
    },
    decrypt: async (events, options) => {
      const subjects = new Set<string>()
      for (const { meta } of events) if (meta.keyRef !== undefined) subjects.add(meta.keyRef)
      if (subjects.size === 0) return events
      const readingKeys = await keys.forReading([...subjects], options)
      return events.map((event) => decrypted(event, readingKeys))
    },
  }
}

/** @throws StoreError Invalid */
export function writtenToday({ type, version, data }: Pick<NewEvent, 'type' | 'version' | 'data'>) {
  const definition = CATALOGUE.get(type)
  if (definition?.version !== version)
    throw new StoreError('Invalid', `${type} version ${version} is not an event that is written today`)
  const fit = definition.written.safeParse(data)
  if (!fit.success) throw new StoreError('Invalid', `${type}: ${fit.error.message}`)
  return definition
}

/** Requests are proof of themselves: their mailbox proves nothing else. */
const mailboxIn = (
  { type, data }: Pick<NewEvent, 'type' | 'data'>,
  mailboxOf: (email: string) => string,
): string | undefined =>
  typeof data.email === 'string' && type !== 'RequestReceived' ? mailboxOf(data.email) : undefined

function decrypted(event: StoredEvent, keys: ReadonlyMap<string, Buffer>): StoredEvent {
  const { id, type, data, stream, revision, position, meta } = event
  if (meta.keyRef === undefined) return event
  try {
    return { ...event, data: withTexts(data, id, keys.get(meta.keyRef)) }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    // A reader can skip a corrupt event only if it knows its position.
    const facts = { position, stream, revision, id, type }
    throw new StoreError('Corrupt', error.message, { facts, cause: error })
  }
}

/** Stores keep an event's id in lower case. */
const placeOf = (eventId: string, field: string) =>
  ({ kind: 'key mark', place: `${eventId.toLowerCase()}/${field}` }) as const

const isEncrypted = (value: JsonValue | undefined): value is { readonly sealed: string } =>
  typeof value === 'object' && value !== null && 'sealed' in value && typeof value.sealed === 'string'

const withTexts = (data: JsonObject, eventId: string, key: Buffer | undefined): JsonObject =>
  Object.fromEntries(
    Object.entries(data).flatMap(([field, value]) => {
      if (!isEncrypted(value)) return [[field, value] as const]
      const text = decryptText(key, placeOf(eventId, field), value.sealed)
      return text === undefined ? [] : [[field, text] as const]
    }),
  )

/** The person, and table and column, of an encrypted text: it opens nowhere else. */
interface SealedPlace {
  readonly subject: string
  readonly column: string
}

const rowPlaceOf = ({ subject, column }: SealedPlace) =>
  ({ kind: 'row key mark', place: `row:${column}/${subject}` }) as const

const NOBODY: KeysAndBlocked = { keys: new Map(), blocked: new Set() }

export type RowSeals = ReturnType<typeof createRowSeals>
export type RowSealer = Awaited<ReturnType<RowSeals['of']>>

export const createRowSeals = (
  keys: Pick<SubjectKeys, 'withBlocked'>,
  names: Pick<KeyedNames, 'slug' | 'searchWord'>,
) => ({
  /** Key of rows in place of a slug: a keyed hash, the same for all builds. */
  slugName: names.slug,
  /** Search word in place of a person's word: a keyed hash, the same for all builds. */
  searchWord: names.searchWord,
  /** With the present keys, and those of frozen people only with `frozen`: for folds, which show nothing to anybody. */
  of: async (subjects: readonly string[], options?: { readonly frozen?: boolean }) => {
    const { keys: byKey, blocked } =
      subjects.length === 0 ? NOBODY : await keys.withBlocked(subjects, options)
    return {
      isBlocked: (subject: string): boolean => blocked.has(subject),
      /** Null where the subject has no key: then nothing of them may be stored. */
      seal: (at: SealedPlace, text: JsonValue): string | null => {
        const key = byKey.get(at.subject)
        return key === undefined ? null : encryptText(key, rowPlaceOf(at), text, nonceOf(key, at))
      },
      /** Undefined without the key that encrypted it. @throws StoreError Corrupt */
      open: (at: SealedPlace, sealed: string | null): JsonValue | undefined =>
        sealed === null ? undefined : decryptText(byKey.get(at.subject), rowPlaceOf(at), sealed),
    }
  },
})

/** A keyed hash of row, column and text: equal texts are encrypted alike, so that builds can be compared. */
const nonceOf =
  (key: Buffer, at: SealedPlace) =>
  (plain: Buffer): RandomBytes =>
  (bytes) =>
    createHmac('sha256', key)
      .update(`nonce ${rowPlaceOf(at).place}\n`)
      .update(plain)
      .digest()
      .subarray(0, bytes)
