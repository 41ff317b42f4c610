import { positionOf, type EventMeta, type JsonObject, type StoredEvent } from '@app/contracts/event-store.ts'
import { CATALOGUE } from '@app/contracts/events/catalogue.ts'
import { inTransaction } from '@app/postgres/in-transaction.ts'
import type { RowSeals } from '@app/projections/row-seals.ts'
import type { Projection } from '@app/projections/runtime/projection.ts'
import type pg from 'pg'

export interface SaidEvent {
  readonly id: string
  readonly stream: string
  readonly type: string
  readonly data: JsonObject
  readonly atMs: number
  readonly keyRef?: string
}

/** An event as projections get it, which no log holds. */
export function unloggedEvent({ id, stream, type, data, atMs, keyRef }: SaidEvent): StoredEvent {
  const at = new Date(atMs)
  const meta: EventMeta = {
    actor: { kind: 'system', id: 'bench' },
    occurredAt: at.toISOString(),
    correlationId: id,
    causationId: null,
    ...(keyRef === undefined ? {} : { keyRef }),
  }
  const { version } = CATALOGUE.get(type)!
  return { id, type, version, data, meta, stream, revision: 0n, position: positionOf('1'), recordedAt: at }
}

/** Writes rows into the product's build of a projection, which is not told of the events otherwise. */
export const foldEvents = (
  db: pg.Pool,
  projection: Projection,
  { events, seals }: { readonly events: readonly StoredEvent[]; readonly seals?: RowSeals },
): Promise<void> =>
  inTransaction(db, async (client) => {
    const { rows } = await client.query<{ build: string }>(
      "select build from projection.builds where projection = $1 and state = 'active'",
      [projection.name],
    )
    await client.query(`set local search_path to "${rows[0]!.build}"`)
    const query = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows
    const tx = seals === undefined ? { query } : { query, seals }
    await projection.project(tx, events.map(projection.read))
  })
