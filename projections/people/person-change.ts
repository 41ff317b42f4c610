import type { StoredEvent } from '@app/contracts/event-store.ts'
import { readEvent, type PastEvent } from '@app/contracts/events/catalogue.ts'
import { visitorSubject } from '@app/contracts/events/interaction-events.ts'
import type { PersonKind } from '@app/contracts/privacy/retention-periods.ts'
import { subjectIn } from '../erasure.ts'
import { idIn } from '../runtime/projection.ts'
import type { Kept, PersonFact } from './person-row.ts'

/** Without a look at their other fields, as most events are taps. */
const TRAFFIC: ReadonlySet<string> = new Set([
  'ProfileTapped',
  'LinkClicked',
  'ContactDownloaded',
  'VisitorIdentified',
])

/** Whom an event is about. */
export function personIn(event: StoredEvent): string {
  const { type, stream, data } = event
  if (TRAFFIC.has(type)) return visitorSubject(idIn(data.profileId), idIn(data.visitorId))
  if (type !== 'SubjectErased') return stream
  const subject = subjectIn(event)
  return subject.startsWith(VISITOR) ? subject.toLowerCase() : subject
}

const VISITOR = 'visitor-'

/** What an event says about a person; its words are open. */
export function personFactOf(event: StoredEvent): PersonFact {
  const { meta, position } = event
  const change = TRAFFIC.has(event.type) ? ofVisitor(event) : changeIn(readEvent(event))
  return { subject: personIn(event), at: Date.parse(meta.occurredAt), position, change }
}

/** Who has sealed words has a row: also where their key is gone, so that a later build has the same rows. */
function ofVisitor({ type, data, meta }: StoredEvent): PersonFact['change'] {
  if (type !== 'VisitorIdentified' && meta.keyRef === undefined) return { type: 'acted' }
  const consent = typeof data.consent === 'string' ? data.consent : undefined
  return { type: 'kept', kind: 'visitor', profileId: idIn(data.profileId), consent }
}

function changeIn(event: PastEvent): PersonFact['change'] {
  switch (event.type) {
    case 'AccountRegistered':
      return keptIn('account', event.data)
    case 'EmailChanged':
      return keptIn('account', { email: event.data.email })
    case 'QuotationRequested':
      return keptIn('quotation', event.data)
    case 'ReminderSubscribed':
      return { ...keptIn('subscription', event.data), reopens: true }
    case 'RequestReceived':
      return { ...keptIn('request', event.data), mailboxId: event.data.mailboxId }
    case 'ReminderSent':
    case 'ReminderSendUncertain':
    case 'ReminderSkipped':
      return { type: 'settled', reminder: event.data.reminder }
    case 'ReminderConverted':
    case 'ReminderCancelled':
    case 'ReminderBounced':
    case 'RequestAnswered':
      return { type: 'ended' }
    case 'AccountErased':
    case 'SubjectErased':
      return { type: 'erased' }
    default:
      return { type: 'acted' }
  }
}

const keptIn = (
  kind: PersonKind,
  { profileId, email, consent }: Partial<Record<'profileId' | 'email' | 'consent', string | undefined>>,
): Kept => ({ type: 'kept', kind, profileId, email, consent })
