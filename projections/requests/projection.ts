import { readEvent, type PastEvent, type PastEventOf } from '@app/contracts/events/catalogue.ts'
import { requestStream } from '@app/contracts/events/rights-events.ts'
import type { Position } from '@app/contracts/event-store.ts'
import { dueDayOf } from '@app/contracts/privacy/due-day.ts'
import { idMeant, orderOf } from '../erasure.ts'
import { searchWordsOf } from '../lists/search-words.ts'
import type { RowSeals } from '../row-seals.ts'
import { projection, type BuildTransaction } from '../runtime/projection.ts'
import { foldRows, type RowFold } from '../runtime/row-fold.ts'
import { dueAtOf, type RequestRow, type RequestWords } from './request-row.ts'
import { REQUEST_TABLES, REQUEST_VIEWS } from './tables.ts'

interface RequestFact {
  readonly id: string
  readonly at: string
  readonly position: Position
  readonly event: PastEvent
}

const STREAM_PREFIX = requestStream('')
export const REQUESTS_LIST = 'requests'

/** Null without any: then there is nothing to seal, and an erased row is like one that never had words. */
function wordsOf(words: Readonly<Record<string, string | undefined>>): RequestWords | null {
  const given = Object.entries(words).filter(([, value]) => value !== undefined)
  return given.length === 0 ? null : Object.fromEntries(given)
}

function received(
  seals: RowSeals,
  { id, at, position }: Omit<RequestFact, 'event'>,
  { name, phone, email, words, ...data }: PastEventOf<'RequestReceived'>['data'],
): RequestRow {
  const foundBy = [name, email].filter((text) => text !== undefined)
  return {
    id,
    kind: data.kind,
    channel: data.channel,
    proof: data.proof,
    about: data.about ?? null,
    profile_id: data.profileId ?? null,
    mailbox_id: data.mailboxId ?? null,
    position: String(position),
    received_at: Date.parse(at),
    due_at: dueAtOf(dueDayOf({ kind: data.kind, receivedAt: at }, false)),
    status: 'open',
    is_confirmed: false,
    is_prolonged: false,
    answered_at: null,
    outcome: null,
    template: null,
    words: wordsOf({ name, phone, email, words }),
    search_words: searchWordsOf(seals, REQUESTS_LIST, foundBy),
  }
}

function evolve(
  seals: RowSeals,
  row: RequestRow | undefined,
  { event, ...fact }: RequestFact,
): RequestRow | undefined {
  if (event.type === 'RequestReceived') return row ?? received(seals, fact, event.data)
  if (event.type === 'SubjectErased') return row && { ...row, words: null, search_words: [] }
  if (row === undefined) throw new Error(`request ${fact.id}: ${event.type} before RequestReceived`)
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
        answered_at: Date.parse(fact.at),
        outcome: event.data.outcome,
        template: event.data.template,
        ...withWords({ reason: event.data.reason }),
      }
    default:
      throw new Error(`the requests projection does not read ${event.type}`)
  }
}

const requestRows = (seals: RowSeals): RowFold<RequestRow, RequestFact> => ({
  table: 'requests',
  key: 'id',
  keyType: 'uuid',
  keyOf: ({ id }) => id,
  sealed: { columns: ['words'], subjectOf: requestStream },
  evolve: (row, fact) => evolve(seals, row, fact),
})

async function project(tx: BuildTransaction, facts: readonly RequestFact[]): Promise<void> {
  const ours = facts.filter(({ id }) => id !== '')
  if (ours.length === 0) return
  if (tx.seals === undefined) throw new Error('requests has nothing to be sealed with')
  await foldRows(tx, requestRows(tx.seals), ours)
}

export const requestsProjection = projection<RequestFact>({
  name: 'requests',
  version: 4,
  handles: ['RequestReceived', 'RequestConfirmed', 'RequestProlonged', 'RequestAnswered', 'SubjectErased'],
  reads: 'opened',
  hasSealedRows: true,
  tables: REQUEST_TABLES,
  views: REQUEST_VIEWS,
  subjectOf: (stored) => orderOf(stored, stored.stream),
  read: (stored) => ({
    id: idMeant(stored, STREAM_PREFIX),
    at: stored.meta.occurredAt,
    position: stored.position,
    event: readEvent(stored),
  }),
  project,
})
