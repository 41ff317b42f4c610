import type { EventStore, Position, StoredEvent } from '@app/contracts/event-store.ts'
import { readEvent } from '@app/contracts/events/catalogue.ts'
import { visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { newId } from '@app/event-store/ids.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import type { KeptBack } from '@app/vault/ledger.ts'
import { createSubjectBlocks } from '@app/vault/keys/subject-blocks.ts'
import { createSubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import { createLedgerInMemory } from '@app/vault/testing/ledger-in-memory.ts'
import { blockSubject } from '../block-subject.ts'
import type { MailboxPerson } from '../kept-subjects.ts'
import type { MailboxActsDeps } from '../mailbox-acts.ts'
import type { TestBackend } from '../../../../tests/support/api/test-backend.ts'

type Row = MailboxPerson & { readonly mailboxId: string | null }

type Found = Pick<MailboxActsDeps, 'blockSubject' | 'confirmedVisitorsOf' | 'findPerson' | 'peopleOfMailbox'>

/** As the read models find them, which this layer does not know. */
export function peopleOfLog({ app, own: { evenBlocked }, idKeys, now }: TestBackend): Found {
  const { store, keys } = evenBlocked
  const { address } = createSubscriptionIds(idKeys)
  const blocking = {
    store,
    keys,
    blocks: createSubjectBlocks(app),
    blockLedger: createLedgerInMemory<KeptBack>(),
    now,
    newId,
  }
  let read: { readonly upTo: Position; readonly people: Promise<readonly Row[]> } | undefined
  const rows = async (): Promise<readonly Row[]> => {
    const upTo = await store.headPosition()
    if (read?.upTo !== upTo) read = { upTo, people: peopleIn(store, address) }
    return read.people
  }
  return {
    peopleOfMailbox: async (mailboxId, limit, until) =>
      (await rows())
        .filter(
          (row) =>
            row.mailboxId === mailboxId &&
            row.kind !== 'request' &&
            (until === undefined || row.since <= until),
        )
        .slice(0, limit),
    findPerson: async (subject) => (await rows()).find((row) => row.subject === subject),
    confirmedVisitorsOf: async (mailboxId) =>
      (await wholeLog(store)).flatMap((stored) => {
        const event = readEvent(stored)
        const isAsked = event.type === 'RequestReceived' && event.data.mailboxId === mailboxId
        const about = isAsked && event.data.proof === 'none' ? event.data.about : undefined
        return about === undefined ? [] : [{ subject: about, confirmedAt: new Date(stored.meta.occurredAt) }]
      }),
    blockSubject: (asked, actor) => blockSubject(blocking, asked, actor),
  }
}

async function peopleIn(store: EventStore, mailboxOf: (email: string) => string): Promise<readonly Row[]> {
  const people = new Map<string, Row>()
  for (const stored of await wholeLog(store)) evolve(people, stored, mailboxOf)
  return [...people.values()]
}

function evolve(people: Map<string, Row>, stored: StoredEvent, mailboxOf: (email: string) => string): void {
  const event = readEvent(stored)
  const at = new Date(stored.meta.occurredAt)
  const keep = (subject: string, row: Partial<Row> & Pick<Row, 'kind'>): void => {
    const since = people.get(subject)?.since ?? at
    const consentAt = row.consent === undefined ? null : at
    const nobody = { profileId: null, mailboxId: null, consent: null, endedAt: null }
    people.set(subject, { ...nobody, subject, since, lastAt: at, consentAt, ...row })
  }
  const ofMailbox = (email: string | undefined) => ({
    mailboxId: email === undefined ? null : mailboxOf(email),
  })
  switch (event.type) {
    case 'QuotationRequested':
      return keep(stored.stream, {
        kind: 'quotation',
        ...ofMailbox(event.data.email),
        consent: event.data.consent,
      })
    case 'ReminderSubscribed': {
      const { profileId, email, consent } = event.data
      return keep(stored.stream, { kind: 'subscription', profileId, ...ofMailbox(email), consent })
    }
    case 'ReminderCancelled': {
      const row = people.get(stored.stream)
      if (row !== undefined) people.set(stored.stream, { ...row, endedAt: at })
      return
    }
    case 'AccountRegistered':
      return keep(stored.stream, {
        kind: 'account',
        ...ofMailbox(event.data.email),
        consent: event.data.consent ?? null,
      })
    case 'VisitorIdentified': {
      const { profileId, visitorId, consent } = event.data
      return keep(visitorSubject(profileId, visitorId), { kind: 'visitor', profileId, consent })
    }
    case 'RequestReceived':
      return keep(stored.stream, { kind: 'request', mailboxId: event.data.mailboxId ?? null })
    case 'SubjectErased':
      people.delete(event.data.subject)
      return
    case 'AccountErased':
      people.delete(stored.stream)
      return
    default:
  }
}
