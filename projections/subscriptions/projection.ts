import type { JsonValue, StoredEvent } from '@app/contracts/event-store.ts'
import { readEvent } from '@app/contracts/events/catalogue.ts'
import { idMeant, orderOf } from '../erasure.ts'
import { moveListCounts } from '../lists/list-counts.ts'
import { projection, type BuildTransaction } from '../runtime/projection.ts'
import { foldRows, uuidsAmong, type RowFold, type RowsMoved } from '../runtime/row-fold.ts'
import { evolveRow, shownStatusOf, type SubscriptionFact, type SubscriptionRow } from './subscription-row.ts'
import { SUBSCRIPTION_TABLES, SUBSCRIPTION_VIEWS } from './tables.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { ShownStatus } from '@app/contracts/api/reminder-calls.ts'

interface Count {
  readonly profile_id: string
  readonly status: ShownStatus
  /** Of subscribing. */
  readonly day: string
  readonly by: number
}

const KEYS = 'unnest($1::uuid[], $2::text[], $3::date[])'

const ADD = `
  with moved as (
    select * from unnest($1::uuid[], $2::text[], $3::date[], $4::int[]) m(profile_id, status, day, by)),
  days as (
    insert into subscription_days as d (profile_id, status, day, subscriptions)
    select profile_id, status, day, by from moved
    on conflict (profile_id, day, status) do update set subscriptions = d.subscriptions + excluded.subscriptions)
  insert into subscription_counts as c (profile_id, status, subscriptions)
  select profile_id, status, sum(by) from moved group by profile_id, status
  on conflict (profile_id, status) do update set subscriptions = c.subscriptions + excluded.subscriptions`
// A build made after an erasure would not have the rows.
const REMOVE_EMPTY = `
  with days as (
    delete from subscription_days d using ${KEYS} k(profile_id, status, day)
    where d.profile_id = k.profile_id and d.day = k.day and d.status = k.status and d.subscriptions = 0)
  delete from subscription_counts c using ${KEYS} k(profile_id, status, day)
  where c.profile_id = k.profile_id and c.status = k.status and c.subscriptions = 0`

/** How many subscriptions of each status, as lists show it, each profile has, and how many of each day. */
async function moveCounts(
  tx: BuildTransaction,
  { made, removed, changed }: RowsMoved<SubscriptionRow>,
): Promise<void> {
  const counts = sumOf(
    [...made, ...changed.map(({ after }) => after)],
    [...removed, ...changed.map(({ before }) => before)],
  )
  if (counts.length === 0) return
  const keysOf = (some: readonly Count[]): readonly unknown[][] => [
    some.map(({ profile_id: id }) => id),
    some.map(({ status }) => status),
    some.map(({ day }) => day),
  ]
  await tx.query(ADD, [...keysOf(counts), counts.map(({ by }) => by)])
  const lowered = counts.filter(({ by }) => by < 0)
  if (lowered.length > 0) await tx.query(REMOVE_EMPTY, [...keysOf(lowered)])
}

function sumOf(added: readonly SubscriptionRow[], taken: readonly SubscriptionRow[]): readonly Count[] {
  const counts = new Map<string, Count>()
  const move = (row: SubscriptionRow, by: number): void => {
    const { profile_id } = row
    const status = shownStatusOf(row)
    const day = dayInSantiago(row.subscribed_at)
    const place = `${profile_id} ${status} ${day}`
    counts.set(place, { profile_id, status, day, by: (counts.get(place)?.by ?? 0) + by })
  }
  for (const row of added) move(row, 1)
  for (const row of taken) move(row, -1)
  return [...counts.values()].filter(({ by }) => by !== 0)
}

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
  const moved = await foldRows<SubscriptionRow, SubscriptionFact>(
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
  await moveCounts(tx, moved)
  await moveListCounts(tx, { table: 'subscription_totals', stateOf: shownStatusOf }, moved)
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

export const subscriptionsProjection = projection<SubscriptionFact>({
  name: 'subscriptions',
  version: 4,
  handles: [
    'ReminderSubscribed',
    'ReminderSendStarted',
    'ReminderSendFailed',
    'ReminderSent',
    'ReminderSendUncertain',
    'ReminderSkipped',
    'ReminderConverted',
    'ReminderCancelled',
    'ReminderBounced',
    'SubjectErased',
  ],
  reads: 'sealed',
  tables: SUBSCRIPTION_TABLES,
  views: SUBSCRIPTION_VIEWS,
  subjectOf: (stored) => orderOf(stored, stored.stream),
  read,
  project,
})
