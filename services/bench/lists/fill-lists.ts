import { randomBytes } from 'node:crypto'
import type { StoredEvent } from '@app/contracts/event-store.ts'
import { accountsProjection } from '@app/projections/accounts/projection.ts'
import { codesProjection } from '@app/projections/codes/projection.ts'
import { profilesProjection } from '@app/projections/profiles/projection.ts'
import { quotationsProjection } from '@app/projections/quotations/projection.ts'
import type { RowSeals } from '@app/projections/row-seals.ts'
import type { Projection } from '@app/projections/runtime/projection.ts'
import { subscriptionsProjection } from '@app/projections/subscriptions/projection.ts'
import { createKeyedNames } from '@app/vault/keys/keyed-names.ts'
import type { IdKeys } from '@app/vault/keys/id-keys.ts'
import { createCodeSeals } from '@app/vault/seals/code-seals.ts'
import { createRowSeals } from '@app/vault/seals/row-seals.ts'
import { sealEvent } from '@app/vault/seals/sealed-store.ts'
import type pg from 'pg'
import { foldEvents } from '../load/fold-events.ts'
import { numberText } from '../report/statistics.ts'
import { createNewKeys, type FillingKeys } from '../size/new-keys.ts'
import { codeEvents, personEvents, quotationEvents, subscriptionEvents } from './list-events.ts'

export interface ListSizes {
  readonly people: number
  readonly codes: number
  readonly quotations: number
  readonly subscriptions: number
}

export interface ReadModelFilling {
  /** As the superuser: read models, and keys of people, are written. The product has made its builds. */
  readonly db: pg.Pool
  readonly idKeys: IdKeys
  /** Of the present epoch. */
  readonly wrapping: { readonly epoch: number; readonly key: Buffer }
  readonly say: (line: string) => void
}

export interface FillingLists extends ReadModelFilling {
  readonly sizes: ListSizes
}

const BATCH = 2_000

/** By the product's own projections, without a log, which no list reads. */
export async function fillLists(filling: FillingLists): Promise<void> {
  const { idKeys, sizes } = filling
  const { people, quotations, subscriptions } = sizes
  const naming = { names: createKeyedNames(idKeys), codeSeals: createCodeSeals(idKeys, randomBytes) }
  const fold = (title: string, count: number, projections: readonly Projection[], eventsOf: EventsOf) =>
    foldAll(filling, { title, count, projections, eventsOf })
  await fold('people', people, [accountsProjection, profilesProjection], (nth) => personEvents(nth, people))
  await fold('codes', sizes.codes, [codesProjection], (nth) => codeEvents(naming, nth, sizes))
  await fold('quotations', quotations, [quotationsProjection], (nth) => quotationEvents(nth, quotations))
  await fold('subscriptions', subscriptions, [subscriptionsProjection], (nth) =>
    subscriptionEvents(nth, sizes),
  )
}

type EventsOf = (nth: number) => readonly StoredEvent[]

interface Folding {
  readonly title: string
  readonly count: number
  readonly atOnce?: number
  readonly projections: readonly Projection[]
  readonly eventsOf: EventsOf
}

/** All events of whoever has a key come in one batch. */
export async function foldAll(
  filling: ReadModelFilling,
  { title, count, atOnce = BATCH, projections, eventsOf }: Folding,
): Promise<void> {
  const names = createKeyedNames(filling.idKeys)
  const sinceMs = performance.now()
  for (let from = 0; from < count; from += atOnce) {
    const nths = Array.from({ length: Math.min(atOnce, count - from) }, (_, n) => from + n)
    const wrapped: (readonly [string, Buffer])[] = []
    const keys = createNewKeys({
      wrappedBy: filling.wrapping.key,
      random: randomBytes,
      onMade: async (subject, key) => void wrapped.push([subject, key]),
    })
    const seals = createRowSeals(keys, names)
    const events = nths.flatMap(eventsOf)
    for (const projection of projections) await foldBatch(filling.db, projection, { keys, seals, events })
    await keep(filling, wrapped)
  }
  filling.say(`${numberText(count)} ${title} in ${Math.round((performance.now() - sinceMs) / 1_000)} s`)
}

interface Batch {
  readonly keys: FillingKeys
  readonly seals: RowSeals
  readonly events: readonly StoredEvent[]
}

async function foldBatch(db: pg.Pool, projection: Projection, { keys, seals, events }: Batch): Promise<void> {
  const handled = events.filter(({ type }) => projection.handles.includes(type as never))
  const stored: StoredEvent[] = []
  for (const event of handled) {
    // Makes the key of whoever the event is about, with which rows are sealed too.
    const sealed = await sealEvent({ keys, random: randomBytes }, event.stream, event)
    stored.push(projection.reads === 'sealed' ? { ...event, ...sealed } : event)
  }
  await foldEvents(db, projection, { events: stored, seals })
}

const keep = ({ db, wrapping }: ReadModelFilling, wrapped: readonly (readonly [string, Buffer])[]) =>
  db.query(
    `insert into vault.subject_keys (subject, wrapped_key, created_at, epoch)
     select *, now(), $3 from unnest($1::text[], $2::bytea[])`,
    [wrapped.map(([subject]) => subject), wrapped.map(([, key]) => key), wrapping.epoch],
  )
