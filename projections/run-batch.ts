import {
  StoreError,
  isStoreError,
  positionOf,
  type EventStore,
  type Position,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import { UnknownEventVersion } from '@app/contracts/events/catalogue.ts'
import type pg from 'pg'
import { inTransaction, type Build } from './builds.ts'
import type { BuildTransaction, Projection } from './projection.ts'

/** Somebody else moved the checkpoint: another runner works on this build. Nothing was written. */
export class CheckpointMoved extends Error {}

/** The runner must not go on; the text says what to do. */
export class ProjectionStopped extends Error {}

export interface BatchDeps {
  readonly db: pg.Pool
  readonly store: EventStore
  readonly now: () => Date
  readonly batchEventsMax: number
  /** Nothing after this position is looked at. */
  readonly until?: Position
}

export interface BatchResult {
  /** Everything up to here is in the rows, or does not concern them. */
  readonly position: Position
  readonly events: number
  readonly parked: number
  /** Less than a full page: nothing more was there. */
  readonly caughtUp: boolean
}

interface Parked {
  readonly event: Pick<StoredEvent, 'position'> & Partial<Pick<StoredEvent, 'id' | 'type'>>
  readonly subject: string
  readonly error: string
}

const PARKED_MAX = 10_000
/** A checkpoint over events that do not concern the projection is written this often only: no idle writes. */
const SKIPPED_MAX = 1_000n

/** One page of the log into one build: rows, parked events and checkpoint in one transaction. */
export async function runBatch(deps: BatchDeps, projection: Projection, build: Build): Promise<BatchResult> {
  const page = await readPage(deps, projection, build.position)
  if (page.events.length === 0 && page.corrupt === undefined) {
    const skipped = page.scannedTo - build.position
    if (skipped >= SKIPPED_MAX)
      await inTransaction(deps.db, (client) => moveCheckpoint(client, build, page.scannedTo))
    return { position: page.scannedTo, events: 0, parked: 0, caughtUp: true }
  }
  const parked = await inTransaction(deps.db, async (client) => {
    await lockCheckpoint(client, build)
    const count = await projectPage(deps, client, projection, build, page)
    await moveCheckpoint(client, build, page.scannedTo)
    return count
  })
  return { position: page.scannedTo, events: page.events.length, parked, caughtUp: page.caughtUp }
}

interface Page {
  readonly events: readonly StoredEvent[]
  readonly corrupt?: Parked
  readonly scannedTo: Position
  readonly caughtUp: boolean
}

async function readPage(deps: BatchDeps, projection: Projection, after: Position): Promise<Page> {
  const { store, batchEventsMax, until } = deps
  // The head before the page: what comes in between is on the next page, never skipped.
  const head = await store.headPosition()
  const end = until !== undefined && until < head ? until : head
  const filter = { types: projection.handles }
  try {
    const all = await store.readAll(after, { limit: batchEventsMax, filter })
    const events = until === undefined ? all : all.filter(({ position }) => position <= until)
    const last = events.at(-1)?.position ?? after
    if (events.length === batchEventsMax) return { events, scannedTo: last, caughtUp: false }
    return { events, scannedTo: last > end ? last : end, caughtUp: true }
  } catch (error) {
    return await pageBefore(deps, projection, after, error)
  }
}

/** A corrupt event is parked; what stands before it on the page is projected first. */
async function pageBefore(
  { store, batchEventsMax }: BatchDeps,
  projection: Projection,
  after: Position,
  error: unknown,
): Promise<Page> {
  if (!isStoreError(error, 'Corrupt') || typeof error.facts.position !== 'bigint') throw error
  const position = positionOf(error.facts.position)
  const index = Number(error.facts.index)
  const filter = { types: projection.handles }
  const events =
    index === 0 ? [] : await store.readAll(after, { limit: Math.min(index, batchEventsMax), filter })
  const event = { position, id: String(error.facts.id), type: String(error.facts.type) }
  return {
    events,
    corrupt: { event, subject: String(error.facts.stream), error: error.message },
    scannedTo: position,
    caughtUp: false,
  }
}

async function lockCheckpoint(client: pg.PoolClient, build: Build): Promise<void> {
  // A second runner waits here, and then sees that the checkpoint is no longer where it read from.
  const { rows } = await client.query<{ position: string; store_id: string }>(
    'select position, store_id from projection.builds where build = $1 for update',
    [build.name],
  )
  const [row] = rows
  if (row === undefined) throw new ProjectionStopped(`build ${build.name} is gone`)
  if (row.store_id !== build.storeId)
    throw new ProjectionStopped(`build ${build.name} belongs to another store`)
  if (BigInt(row.position) > build.position)
    throw new CheckpointMoved(`build ${build.name} is at ${row.position}`)
}

async function moveCheckpoint(client: pg.PoolClient, build: Build, position: Position): Promise<void> {
  const { rowCount } = await client.query(
    'update projection.builds set position = $3 where build = $1 and position <= $2 and position < $3',
    [build.name, build.position, position],
  )
  if (rowCount !== 1)
    throw new CheckpointMoved(`build ${build.name}: its checkpoint is no longer ${build.position}`)
}

async function projectPage(
  deps: BatchDeps,
  client: pg.PoolClient,
  projection: Projection,
  build: Build,
  page: Page,
): Promise<number> {
  await client.query(`set local search_path to "${build.name}"`)
  const { rows } = await client.query<{ subject: string }>(
    'select distinct subject from projection.parked where build = $1',
    [build.name],
  )
  const blocked = new Set(rows.map(({ subject }) => subject))
  const { facts, parked } = sortOut(projection, page.events, blocked)
  const late = await projectFacts(client, projection, facts)
  const all = [...parked, ...late, ...(page.corrupt === undefined ? [] : [page.corrupt])]
  if (blocked.size + all.length > PARKED_MAX) {
    throw new ProjectionStopped(`projection ${projection.name}: more than ${PARKED_MAX} events are parked`)
  }
  await park(client, build, all, deps.now())
  return all.length
}

interface Read {
  readonly event: StoredEvent
  readonly subject: string
  readonly fact: unknown
}

/** Strict reading: what does not fit is parked, and what follows it of the same subject as well; the others go on. */
function sortOut(
  projection: Projection,
  events: readonly StoredEvent[],
  blocked: Set<string>,
): { readonly facts: Read[]; readonly parked: Parked[] } {
  const facts: Read[] = []
  const parked: Parked[] = []
  for (const event of events) {
    const subject = subjectOf(projection, event)
    if (blocked.has(subject)) {
      parked.push({ event, subject, error: 'waits behind a parked event of the same subject' })
      continue
    }
    try {
      facts.push({ event, subject, fact: projection.read(event) })
    } catch (error) {
      if (error instanceof UnknownEventVersion) throw new ProjectionStopped(error.message)
      blocked.add(subject)
      parked.push({ event, subject, error: textOf(error) })
    }
  }
  return { facts, parked }
}

function subjectOf(projection: Projection, event: StoredEvent): string {
  try {
    return projection.subjectOf(event)
  } catch {
    return event.stream
  }
}

/** The whole batch at once; if the database refuses it, each event alone, so that only the bad one is parked. */
async function projectFacts(
  client: pg.PoolClient,
  projection: Projection,
  facts: readonly Read[],
): Promise<Parked[]> {
  const tx = transactionOn(client)
  const refused = await guarded(client, () =>
    projection.project(
      tx,
      facts.map(({ fact }) => fact),
    ),
  )
  if (refused === undefined) return []
  const parked: Parked[] = []
  const blocked = new Set<string>()
  for (const { event, subject, fact } of facts) {
    const error = blocked.has(subject)
      ? 'waits behind a parked event of the same subject'
      : await guarded(client, () => projection.project(tx, [fact]))
    if (error === undefined) continue
    blocked.add(subject)
    parked.push({ event, subject, error })
  }
  return parked
}

/** SQL states of data that cannot be stored. Every other one (a lost connection, a full disk, a lock) is no event's fault. */
const DATA_STATE = /^2[23]/
const isEventsFault = (error: unknown): boolean => {
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' ? DATA_STATE.test(code) : error instanceof Error
}

/** Why the work could not be done, its own changes undone. What is no event's fault is thrown. */
async function guarded(client: pg.PoolClient, work: () => Promise<void>): Promise<string | undefined> {
  await client.query('savepoint fold')
  try {
    await work()
    await client.query('release savepoint fold')
    return undefined
  } catch (error) {
    if (!isEventsFault(error)) throw error
    await client.query('rollback to savepoint fold')
    return textOf(error)
  }
}

const transactionOn = (client: pg.PoolClient): BuildTransaction => ({
  query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row>(text, [...values])).rows,
})

async function park(
  client: pg.PoolClient,
  build: Build,
  parked: readonly Parked[],
  now: Date,
): Promise<void> {
  if (parked.length === 0) return
  await client.query(
    `insert into projection.parked (build, position, event_id, type, subject, error, parked_at)
     select $1, p.position, p.event_id, p.type, p.subject, p.error, $7
     from unnest($2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::text[]) p(position, event_id, type, subject, error)`,
    [
      build.name,
      parked.map(({ event }) => event.position),
      parked.map(({ event }) => event.id ?? null),
      parked.map(({ event }) => event.type ?? null),
      parked.map(({ subject }) => subject),
      parked.map(({ error }) => error),
      now,
    ],
  )
}

const ERROR_CHARS_MAX = 1_000
const textOf = (error: unknown): string =>
  (error instanceof StoreError || error instanceof Error ? error.message : String(error)).slice(
    0,
    ERROR_CHARS_MAX,
  )
