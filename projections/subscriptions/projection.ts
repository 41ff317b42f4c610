import type { JsonValue, StoredEvent } from '@app/contracts/event-store.ts'
import { readEvent } from '@app/contracts/events/catalogue.ts'
import { idMeant } from '../erasure.ts'
import type { BuildTransaction, Projection } from '../runtime/projection.ts'
import { foldRows, uuidsAmong, type RowFold } from '../runtime/row-fold.ts'
import { evolveRow, type SubscriptionFact, type SubscriptionRow } from './subscription-row.ts'
import { SUBSCRIPTION_TABLES, SUBSCRIPTION_VIEWS } from './tables.ts'

const STREAM_PREFIX = 'subscription-'

const SUBSCRIPTIONS = {
  table: 'subscriptions',
  key: 'id',
  keyType: 'uuid',
  keyOf: ({ id }) => id,
} satisfies Omit<RowFold<SubscriptionRow, SubscriptionFact>, 'evolve'>

interface ErasedRow {
  readonly id: string
  readonly cycles: number
}

const ERASED: RowFold<ErasedRow, ErasedRow> = {
  table: 'erased_subscriptions',
  key: 'id',
  keyType: 'uuid',
  keyOf: ({ id }) => id,
  evolve: (_row, fact) => fact,
}

async function project(tx: BuildTransaction, all: readonly SubscriptionFact[]): Promise<void> {
  const facts = all.filter(({ id }) => id !== '')
  if (facts.length === 0) return
  const before = await cyclesErasedOf(
    tx,
    facts.map(({ id }) => id),
  )
  const erased = new Map<string, number>()
  await foldRows<SubscriptionRow, SubscriptionFact>(
    tx,
    {
      ...SUBSCRIPTIONS,
      evolve: (row, fact) => {
        if (row !== undefined && fact.event.type === 'SubjectErased') erased.set(fact.id, row.cycle)
        return evolveRow(row, fact, erased.get(fact.id) ?? before.get(fact.id))
      },
    },
    facts,
  )
  if (erased.size > 0)
    await foldRows(
      tx,
      ERASED,
      [...erased].map(([id, cycles]) => ({ id, cycles })),
    )
}

async function cyclesErasedOf(
  tx: BuildTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<ErasedRow>(
    'select id, cycles from erased_subscriptions where id = any($1::uuid[])',
    [uuidsAmong([...new Set(ids)])],
  )
  return new Map(rows.map(({ id, cycles }) => [id, cycles]))
}

const isSealed = (value: JsonValue | undefined): boolean => typeof value === 'object' && value !== null

function read(stored: StoredEvent): SubscriptionFact {
  const { email, ...data } = stored.data
  const { occurredAt, keyRef } = stored.meta
  return {
    id: idMeant(stored, STREAM_PREFIX).toLowerCase(),
    at: { occurredAt, revision: stored.revision },
    event: readEvent({ ...stored, data }),
    email: keyRef !== undefined && isSealed(email) ? { eventId: stored.id, keyRef, fields: { email } } : null,
  }
}

export const subscriptionsProjection: Projection = {
  name: 'subscriptions',
  version: 6,
  handles: [
    'ReminderSubscribed',
    'ReminderSendStarted',
    'ReminderSendFailed',
    'ReminderSent',
    'ReminderSendUncertain',
    'ReminderSkipped',
    'ReminderConverted',
    'ReminderCancelled',
    'ReminderBounceReported',
    'ReminderBounced',
    'SubjectErased',
  ],
  reads: 'sealed',
  tables: SUBSCRIPTION_TABLES,
  views: SUBSCRIPTION_VIEWS,
  subjectOf: ({ stream }) => stream,
  project: (tx, events) => project(tx, events.map(read)),
}
