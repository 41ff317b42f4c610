import type { EventStore, NewEvent } from '@app/contracts/event-store.ts'
import { StoreError } from '@app/contracts/event-store.ts'
import { CATALOGUE } from '@app/contracts/events/catalogue.ts'
import { openEvents, sealFields } from './sealed-fields.ts'
import type { RandomBytes } from '../keys/sealing.ts'
import type { SubjectKeys } from '../keys/subject-keys.ts'

interface Sealing {
  readonly keys: Pick<SubjectKeys, 'forWriting' | 'forReading'>
  readonly mailboxOf: (email: string) => string
  readonly random: RandomBytes
}

/** @throws StoreError Invalid unless the event fits its newest schema */
async function sealEvent(
  { keys, mailboxOf, random }: Sealing,
  stream: string,
  event: NewEvent,
): Promise<NewEvent> {
  const definition = CATALOGUE.get(event.type)
  if (definition === undefined || definition.version !== event.version) {
    throw new StoreError(
      'Invalid',
      `${event.type} version ${event.version} is not an event that is written today`,
    )
  }
  const fit = definition.written.safeParse(event.data)
  if (!fit.success) throw new StoreError('Invalid', `${event.type}: ${fit.error.message}`)
  if (!definition.personal.some((field) => event.data[field] !== undefined)) return event
  const subject = definition.subjectOf(event.data, stream)
  const at = new Date(event.meta.occurredAt)
  const key = await keys.forWriting(subject, { at, mailbox: mailboxIn(event, mailboxOf) })
  const data = sealFields(event.data, definition.personal, { key, eventId: event.id, random })
  return { ...event, data, meta: { ...event.meta, keyRef: subject } }
}

/** Requests are proof of what was asked: their mailbox proves nothing else. */
export const mailboxIn = (
  { type, data }: Pick<NewEvent, 'type' | 'data'>,
  mailboxOf: (email: string) => string,
): string | undefined =>
  typeof data.email === 'string' && type !== 'RequestReceived' ? mailboxOf(data.email) : undefined

/** Seals personal fields on append and opens them on read; those of erased people are absent. */
export function createSealedStore(store: EventStore, sealing: Sealing): EventStore {
  const { keys } = sealing
  return {
    ...store,
    append: async (stream, expected, events, options) =>
      store.append(
        stream,
        expected,
        await Promise.all(events.map((event) => sealEvent(sealing, stream, event))),
        options,
      ),
    readStream: async (stream, options) =>
      openEvents(await store.readStream(stream, options), keys.forReading),
    readAll: async (after, options) => {
      const page = await store.readAll(after, options)
      return { ...page, events: await openEvents(page.events, keys.forReading) }
    },
  }
}
