import type { PastEventOf } from '@app/contracts/events/catalogue.ts'
import { requestStream } from '@app/contracts/privacy/requests.ts'
import { dueDayOf } from '@app/contracts/limits/periods.ts'
import { idBehind, rowModel, rowTable, type Fact, type RowOf } from '@app/services/kernel/models/row-model.ts'

export interface RequestWords {
  readonly name?: string
  readonly phone?: string
  readonly email?: string
  readonly words?: string
  readonly prolongedBecause?: string
  readonly reason?: string
}

/** Without words once the request's key is destroyed. Instants are milliseconds since 1970. */
type RequestRow = RowOf<'read.requests'> & { readonly words: RequestWords | null }

/** A due day as a number, midnight in UTC, so that a list has one kind of order. */
const dueAtOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** Null without any: then there is nothing to seal, and an erased row is like one that never had words. */
function wordsOf(words: Readonly<Record<string, string | undefined>>): RequestWords | null {
  const entries = Object.entries(words).filter(([, value]) => value !== undefined)
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

function received(
  { key: id, atMs, stored }: Fact,
  { name, phone, email, words, ...data }: PastEventOf<'RequestReceived'>['data'],
): RequestRow {
  return {
    id,
    kind: data.kind,
    channel: data.channel,
    proof: data.proof,
    about: data.about ?? null,
    profile_id: data.profileId ?? null,
    mailbox_id: data.mailboxId ?? null,
    position: String(stored.position),
    received_at: atMs,
    due_at: dueAtOf(dueDayOf({ kind: data.kind, receivedAt: stored.meta.occurredAt }, false)),
    status: 'open',
    is_confirmed: false,
    is_prolonged: false,
    answered_at: null,
    outcome: null,
    template: null,
    words: wordsOf({ name, phone, email, words }),
  }
}

function evolve(row: RequestRow | undefined, fact: Fact): RequestRow {
  const { event, key, atMs } = fact
  if (event.type === 'RequestReceived') return row ?? received(fact, event.data)
  if (row === undefined) throw new Error(`request ${key}: ${event.type} before RequestReceived`)
  const withWords = (words: Readonly<Record<string, string | undefined>>) => ({
    words: wordsOf({ ...row.words, ...words }),
  })
  switch (event.type) {
    case 'RequestConfirmed':
      return event.data.by === 'admin' ? { ...row, about: event.data.about, is_confirmed: true } : row
    case 'RequestProlonged':
      return {
        ...row,
        is_prolonged: true,
        due_at: dueAtOf(event.data.until),
        ...withWords({ prolongedBecause: event.data.reason }),
      }
    case 'RequestAnswered':
      return {
        ...row,
        status: 'answered',
        answered_at: atMs,
        outcome: event.data.outcome,
        template: event.data.template,
        ...withWords({ reason: event.data.reason }),
      }
    default:
      throw new Error(`the read model of requests does not read ${event.type}`)
  }
}

export const requestsModel = rowModel({
  name: 'requests',
  version: 5,
  handles: ['RequestReceived', 'RequestConfirmed', 'RequestProlonged', 'RequestAnswered'],
  tables: [
    rowTable<RequestRow>({
      view: 'read.requests',
      key: 'id',
      personal: {
        subjectOf: ({ stream }) => stream,
        foundBy: ({ name = '', email = '' }) => [name, email],
      },
      keyOf: idBehind(requestStream('')),
      evolve,
    }),
  ],
})
