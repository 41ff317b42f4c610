import { accountStream } from '@app/contracts/events/account-events.ts'
import type { EventStore } from '@app/contracts/event-store.ts'
import { quotationStream } from '@app/contracts/events/quotation-events.ts'
import { requestStream } from '@app/contracts/events/rights-events.ts'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import { UUID } from '@app/contracts/fields/uuid.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { visitorNamed } from '../visitor-names.ts'

/** Whose data it is, by the subject that seals them. All but visitors are a stream of that name. */
export type EvidencePerson =
  | {
      readonly kind: 'subscription' | 'quotation' | 'account' | 'request'
      readonly subject: string
      readonly name: string
    }
  | {
      readonly kind: 'visitor'
      readonly subject: string
      /** Outside: the subject has the visitor's id. */
      readonly name: string
      readonly profileId: string
      readonly visitorId: string
    }

const STREAMS = {
  subscription: subscriptionStream,
  quotation: quotationStream,
  account: accountStream,
  request: requestStream,
} as const

/** @throws Refusal not-found for what names no person */
export async function personNamed(
  store: Pick<EventStore, 'readStream'>,
  asked: string,
): Promise<EvidencePerson> {
  const name = asked.toLowerCase()
  const visitor = await visitorNamed(store, name)
  if (visitor !== undefined) return { kind: 'visitor', name, ...visitor }
  for (const kind of ['subscription', 'quotation', 'account', 'request'] as const) {
    const prefix = STREAMS[kind]('')
    if (name.startsWith(prefix) && UUID.test(name.slice(prefix.length))) return { kind, name, subject: name }
  }
  throw new Refusal('not-found')
}
