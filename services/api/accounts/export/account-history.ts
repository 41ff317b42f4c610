import type { EventStore } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { readEvent, type EventType, type PastEvent } from '@app/contracts/events/catalogue.ts'

const PAGE = 500

/** The part of each event that its person may see; ids of credentials, hashes of links and names of codes are secrets. */
const TOLD: { readonly [Type in EventType]?: readonly string[] } = {
  AccountRegistered: ['name', 'email', 'consent'],
  AccountRenamed: ['name'],
  EmailChanged: ['email', 'previousEmail', 'by'],
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

export async function* accountHistory(store: EventStore, accountId: string): AsyncGenerator<object> {
  for (let from = 0n; ;) {
    const page = await store.readStream(accountStream(accountId), { from, limit: PAGE })
    for (const { meta, ...stored } of page) {
      const event = readEvent(stored)
      const told = TOLD[event.type]
      if (told !== undefined) yield { at: meta.occurredAt, type: event.type, ...picked(event, told) }
    }
    if (page.length < PAGE) return
    from = page.at(-1)!.revision + 1n
  }
}

const picked = ({ data }: PastEvent, fields: readonly string[]): object =>
  Object.fromEntries(Object.entries(data).filter(([field]) => fields.includes(field)))
