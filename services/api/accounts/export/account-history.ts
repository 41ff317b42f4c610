import type { EventStore, Revision, StoredEvent } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { readEvent, type EventType, type PastEvent } from '@app/contracts/events/catalogue.ts'
import { newestOf } from '@app/event-store/states/newest-of.ts'

const PAGE = 500

/** The part of each event that its person may see; ids of credentials, hashes of links and names of codes are secrets. */
const TOLD: { readonly [Type in EventType]?: readonly string[] } = {
  AccountRegistered: ['name', 'email', 'consent'],
  AccountRenamed: ['name'],
  AccountActivated: ['maxProfiles'],
  AccountDeactivated: [],
  AccountReactivated: [],
  AdminGranted: [],
  AdminRevoked: [],
  ExternalLoginLinked: ['issuer', 'subject'],
  PasswordChanged: ['by'],
  PasswordDropped: [],
  PasswordResetRequested: ['expiresAt'],
  ProfileLimitChanged: ['maxProfiles'],
  ProfileSlotTaken: ['profileId'],
  ProfileSlotFreed: ['profileId'],
  SessionsClosed: ['by'],
  SignedIn: ['method'],
}

/** Since the newest registration: in a log of before, a former holder of the e-mail may be on the same stream. */
export async function* accountHistory(store: EventStore, accountId: string): AsyncGenerator<object> {
  const stream = accountStream(accountId)
  const newest = await newestOf(store, stream, 'AccountRegistered')
  for await (const { meta, ...stored } of eventsFrom(store, stream, newest?.revision)) {
    const event = readEvent(stored)
    const told = TOLD[event.type]
    if (told !== undefined) yield { at: meta.occurredAt, type: event.type, ...picked(event, told) }
  }
}

const picked = ({ data }: PastEvent, fields: readonly string[]): object =>
  Object.fromEntries(Object.entries(data).filter(([field]) => fields.includes(field)))

async function* eventsFrom(
  store: EventStore,
  stream: string,
  from: Revision | undefined,
): AsyncGenerator<StoredEvent> {
  for (let next = from; ;) {
    const page = await store.readStream(stream, {
      limit: PAGE,
      ...(next === undefined ? {} : { from: next }),
    })
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    next = last.revision + 1n
  }
}
