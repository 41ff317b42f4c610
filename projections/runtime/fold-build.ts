import type { EventStore, Position } from '@app/contracts/event-store.ts'
import { auditStream } from '@app/contracts/events/record.ts'
import { skipIdOf } from '@app/event-store/ids.ts'
import { catchUp, type OnBatch } from '@app/kernel/step.ts'
import type { SubscribedLog, Subscription } from '@app/kernel/subscription.ts'
import type pg from 'pg'
import { ERASED, subjectIn, subjectsMeant } from '../erasure.ts'
import type { RowSeals } from '../row-seals.ts'
import type { BuildTransaction, Projection } from './projection.ts'

export interface FoldDeps {
  readonly db: pg.Pool
  /** The log with personal fields decrypted, and as it is stored. */
  readonly logs: { readonly opened: SubscribedLog; readonly sealed: SubscribedLog }
  /** Needed by projections that have sealed rows. */
  readonly seals?: RowSeals | undefined
  readonly now: () => Date
  readonly eventsMax?: number
}

/** Folds the events of a projection into one of its builds. */
export function subscriptionOf(deps: FoldDeps, projection: Projection, build: string): Subscription {
  const { logs, seals, eventsMax } = deps
  if (projection.hasSealedRows === true && seals === undefined)
    throw new Error(`projection ${projection.name} has nothing to seal its rows with`)
  const log = projection.reads === 'sealed' ? logs.sealed : logs.opened
  return {
    name: build,
    isBuild: true,
    types: projection.handles,
    log,
    ...(eventsMax === undefined ? {} : { eventsMax }),
    subjectOf: projection.subjectOf,
    ...(projection.finish && {
      finish: (client) => projection.finish!(transactionOn(client, seals, FINISH_MS_MAX)),
    }),
    isSkipped: (position) => isSkipped(log, projection, position),
    handle: async (events, client) => {
      await projection.project(transactionOn(client, seals), events.map(projection.read))
      for (const event of events) if (event.type === ERASED) await noteErasure(client, build, event)
    },
  }
}

/** Up to a position and no further, whoever else folds it too. */
export const foldUpTo = (
  deps: FoldDeps & { readonly onBatch?: OnBatch | undefined },
  projection: Projection,
  build: string,
  position: Position,
): Promise<void> => catchUp(deps, subscriptionOf(deps, projection, build), position)

/** Only looked up for an event that does not fit, in each build: so a rebuild skips the same events as the rows of today. */
const isSkipped = async (
  log: Pick<EventStore, 'readStream'>,
  { name }: Projection,
  position: Position,
): Promise<boolean> => (await log.readStream(auditStream(skipIdOf(name, position)), { limit: 1 })).length > 0

/** An erasure does not wait behind parked events of its person: once these are folded, it is folded again. */
async function noteErasure(
  client: pg.PoolClient,
  build: string,
  event: Parameters<typeof subjectsMeant>[0],
): Promise<void> {
  await client.query(
    `update kernel.parked set erasure_stream = $2
     where name = $1 and position < $3 and (stream = $4 or subject = any($5::text[]))`,
    [build, event.stream, event.position, subjectIn(event), subjectsMeant(event)],
  )
}

/** Statements by their texts, so that a connection parses and plans each of them once. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  const cached = names.get(text)
  if (cached !== undefined) return cached
  const name = `fold-${names.size}`
  names.set(text, name)
  return name
}

/** The end of a build from zero takes as long as the build is large. */
const FINISH_MS_MAX = 86_400_000

const transactionOn = (
  client: pg.PoolClient,
  seals: RowSeals | undefined,
  limitMs?: number,
): BuildTransaction => ({
  seals,
  query: async <Row extends object>(text: string, values: readonly unknown[] = []) => {
    const limit = limitMs === undefined ? {} : { query_timeout: limitMs }
    return (await client.query<Row>({ name: nameOf(text), text, values: [...values], ...limit })).rows
  },
})
