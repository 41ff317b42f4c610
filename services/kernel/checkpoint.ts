import type { PagePast } from './log-pages.ts'
import { positionOf, type Position, type StoredEvent } from '@app/contracts/event-store.ts'
import pg from 'pg'
import { SAVEPOINT } from '../platform/postgres/in-transaction.ts'
import type { Subscription } from './subscription.ts'
import { isOlderThan, OtherLog, type CheckedLog } from './other-log.ts'

type Db = Pick<pg.Pool, 'query'>

export class CheckpointGone extends Error {}

/** The place of a subscription in the memory of one process: after its death the checkpoint alone says it. */
export interface Place {
  readonly written: Position
  readonly writtenMs: number
  readonly scanned: Position
  /** The last page of this process has ended at the end of the log. */
  readonly isAtHead: boolean
  readonly ahead?: Promise<PagePast> | undefined
}

export const placeAt = (position: Position, isAtHead: boolean): Place => ({
  written: position,
  writtenMs: performance.now(),
  scanned: position,
  isAtHead,
})

export async function makeCheckpoint(db: Db, name: string, storeId: string): Promise<void> {
  await db.query(
    'insert into kernel.checkpoints (name, store_id) values ($1, $2) on conflict (name) do nothing',
    [name, storeId],
  )
}

/** @throws OtherLog, CheckpointGone */
export async function openCheckpoint(db: Db, log: CheckedLog, name: string): Promise<Position> {
  const { rows } = await db.query<{ store_id: string; position: string }>(
    'select store_id, position from kernel.checkpoints where name = $1',
    [name],
  )
  const [row] = rows
  if (row === undefined) throw new CheckpointGone(`${name} has no checkpoint`)
  if (row.store_id !== log.storeId)
    throw new OtherLog(`${name} was made from log ${row.store_id}: connect that one, or another database`)
  const position = positionOf(row.position)
  if (await isOlderThan(db, log, position))
    throw new OtherLog(
      `the log is an older copy than ${name}: connect the newer log, or stop the product and run scripts/after-restore.sql on the database`,
    )
  return position
}

/** The server ends the transaction of a process that is frozen, so that another one goes on. */
const SILENT_MS_MAX = 15_000

/** Statements before a batch, in one round trip. At the end of the log a page is flushed with all before it. */
export function openingOf(
  { name, isBuild }: Pick<Subscription, 'name' | 'isBuild'>,
  isAtHead = true,
): string {
  const text = pg.escapeLiteral(name)
  const flushed = isAtHead ? 'on' : 'off'
  return `begin; select position from kernel.checkpoints where name = ${text} for update;
    select distinct subject from kernel.parked where name = ${text} and not is_skipped;
    set local idle_in_transaction_session_timeout = ${SILENT_MS_MAX};
    ${isBuild === true ? `set local search_path to "${name}"; set local synchronous_commit to ${flushed};` : ''} ${SAVEPOINT}`
}

/** @param begun the answers to these statements @throws CheckpointGone */
export function openedBy(begun: pg.QueryResult | readonly pg.QueryResult[], name: string) {
  const [, checkpoint, blocking] = begun as readonly pg.QueryResult<Record<string, string>>[]
  const [row] = checkpoint!.rows
  if (row === undefined) throw new CheckpointGone(`${name} has no checkpoint any more`)
  const blocked = new Set(blocking!.rows.map(({ subject }) => subject!))
  return { position: positionOf(row.position!), blocked }
}

export async function moveCheckpoint(
  db: Db,
  name: string,
  { events, scannedTo, damaged }: Pick<PagePast, 'events' | 'scannedTo' | 'damaged'>,
): Promise<void> {
  const last: Partial<StoredEvent> = events.at(-1) ?? {}
  const lastPosition = damaged === undefined ? last.position : scannedTo
  await db.query({
    name: 'move-checkpoint',
    text: `update kernel.checkpoints set position = $2, events = events + $3, error = null,
       last_position = coalesce($4, last_position), last_event = coalesce($5, last_event),
       last_stream = coalesce($6, last_stream), last_revision = coalesce($7, last_revision)
     where name = $1`,
    values: [name, scannedTo, events.length, lastPosition, last.id, last.stream, last.revision],
  })
}

/** @param error null when it continues */
export async function noteError(db: Db, name: string, error: string | null): Promise<void> {
  await db.query('update kernel.checkpoints set error = $2 where name = $1 and error is distinct from $2', [
    name,
    error,
  ])
}
