import {
  StoreError,
  type EventStore,
  type JsonObject,
  type JsonValue,
  type NewEvent,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import { definitionOf } from '@app/contracts/events/catalogue.ts'
import { decryptText, encryptText, type RandomBytes } from './keys/sealing.ts'
import type { SubjectKeys } from './keys/subject-keys.ts'

export type Codec = ReturnType<typeof createCodec>

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
}) {
  async function encrypted(event: NewEvent, personal: readonly string[], subject: string): Promise<NewEvent> {
    const at = new Date(event.meta.occurredAt)
    const key = await keys.forWriting(subject, { at, mailbox: mailboxIn(event, mailboxOf) })
    const data: Record<string, JsonValue | undefined> = { ...event.data }
    for (const field of personal)
      data[field] = { sealed: encryptText(key, placeOf(event.id, field), event.data[field]!, () => random) }
    return { ...event, data, meta: { ...event.meta, keyRef: subject } }
  }

  return {
    encrypt: (stream: string, event: NewEvent): NewEvent | Promise<NewEvent> => {
      const { personal, subjectOf } = definitionOf(event.type)
      const present = personal.filter((field) => event.data[field] !== undefined)
      return present.length === 0 ? event : encrypted(event, present, subjectOf(event.data, stream))
    },
    /** Without personal fields of the erased, nor of the frozen unless `frozen`. @throws StoreError Corrupt */
    decrypt: async (
      events: readonly StoredEvent[],
      options?: { readonly frozen?: boolean | undefined },
    ): Promise<readonly StoredEvent[]> => {
      const subjects = new Set(events.flatMap(({ meta }) => meta.keyRef ?? []))
      if (subjects.size === 0) return events
      const readingKeys = await keys.forReading([...subjects], options)
      return events.map((event) => decrypted(event, readingKeys))
    },
  }
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

export const withoutTexts = (events: readonly StoredEvent[]): readonly StoredEvent[] =>
  events.map((event) => decrypted(event, new Map()))

/** Stores keep an event's id in lower case. */
const placeOf = (eventId: string, field: string) =>
  ({ kind: 'key mark', place: `${eventId.toLowerCase()}/${field}` }) as const

const isEncrypted = (value: JsonValue | undefined): value is { readonly sealed: string } =>
  typeof value === 'object' && value !== null && 'sealed' in value && typeof value.sealed === 'string'

const withTexts = (data: JsonObject, eventId: string, key: Buffer | undefined): JsonObject =>
  Object.fromEntries(
    Object.entries(data).flatMap(([field, value]) => {
      const text = isEncrypted(value) ? decryptText(key, placeOf(eventId, field), value.sealed) : value
      return text === undefined ? [] : [[field, text] as const]
    }),
  )
