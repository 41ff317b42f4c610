import { REGISTER_CONSENT } from '@app/contracts/privacy/consents.ts'
import type { Actor, StoredEvent } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import type { DomainEvent, EventType } from '@app/contracts/events/catalogue.ts'
import { NO_DETAILS, profileStream, type ProfileDetails, slugStream } from '@app/contracts/profiles.ts'
import { append, envelop, type Events } from '@app/services/kernel/commands.ts'
import { wholeLog } from '@app/services/kernel/testing/whole-log.ts'
import { newId } from '@app/services/kernel/log/ids.ts'
import { headOf } from '@app/services/kernel/log/testing/head-of.ts'
import { NAMES } from '@app/services/kernel/keys/testing/names.ts'
import type pg from 'pg'

/** The past of a test, written as events: what no call of the API can do yet. */

const BY: Actor = { kind: 'system', id: 'test' }

/** The nth of a row of ids: a fixture's id is the same in every run. */
export const uuid = (n: number): string => `0199a000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** Adds events at the present end of a stream. */
export async function write(
  store: Events,
  at: Date,
  stream: string,
  events: readonly DomainEvent[],
): Promise<void> {
  const cause = { actor: BY, occurredAt: at.toISOString(), correlationId: newId() }
  await append(
    store,
    stream,
    await headOf(store.log, stream),
    events.map((event) => envelop(event, newId(), cause)),
  )
}

/** Facts of one request of a quotation, to be varied. */
export const quotationRequested = (more: object = {}): DomainEvent => ({
  type: 'QuotationRequested',
  data: {
    company: 'Andes Norte',
    contactPerson: 'Ana Paz',
    email: 'ana@andes.example',
    phone: '+56 9 1234 5678',
    estimatedCards: '1-10',
    comments: '',
    consent: 'quotation-2026-11',
    ...more,
  },
})

/** A visitor's words on a profile. */
export const visitorIdentified = (
  ids: Record<'profileId' | 'visitorId', string>,
  fullName: string,
): DomainEvent => ({
  type: 'VisitorIdentified',
  data: {
    ...ids,
    userAgent: '',
    request: 'get',
    fullName,
    phone: '+56911112222',
    description: `Soy ${fullName}`,
    consent: 'v1',
  },
})

export interface TestAccount {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly isAdmin?: boolean
  readonly credentialId?: string
  /** Whether a card's code was redeemed; true by default. */
  readonly isActivated?: boolean
  /** As its card allows. */
  readonly maxProfiles?: number
}

export const writeAccount = (
  store: Events,
  at: Date,
  { id, name, email, isAdmin = false, isActivated = true, maxProfiles = 30, credentialId }: TestAccount,
) =>
  write(store, at, accountStream(id), [
    // Without consent the installation made it, and its holder is proven: only such an administrator counts.
    {
      type: 'AccountRegistered',
      data: { name, email, credentialId, ...(isAdmin ? {} : { consent: REGISTER_CONSENT }) },
    },
    ...(isActivated ? ([{ type: 'AccountActivated', data: { maxProfiles } }] as const) : []),
    ...(isAdmin ? ([{ type: 'AdminGranted', data: {} }] as const) : []),
  ])

export interface TestProfile {
  readonly id: string
  readonly slug: string
}

export async function writeProfile(
  store: Events,
  at: Date,
  {
    id,
    slug,
    ownerId,
    details,
  }: TestProfile & { readonly ownerId: string; readonly details?: Partial<ProfileDetails> },
): Promise<void> {
  await write(store, at, slugStream(NAMES.slug(slug)), [{ type: 'SlugClaimed', data: { profileId: id } }])
  await write(store, at, profileStream(id), [
    { type: 'ProfileCreated', data: { ownerId, slug, details: { ...NO_DETAILS, ...details } } },
  ])
}

export async function eventsOf(
  store: Events,
  profileId: string,
  types: readonly EventType[],
): Promise<readonly StoredEvent[]> {
  const all = await wholeLog(store, types)
  return all.filter(({ data }) => data.profileId === profileId)
}

export async function logText(db: Pick<pg.Pool, 'query'>): Promise<string> {
  const { rows } = await db.query<{ line: string }>('select row_to_json(e)::text as line from log.events e')
  return rows.map(({ line }) => line).join('\n')
}
