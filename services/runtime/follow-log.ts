import type pg from 'pg'
import type { SubscribedLog } from '@app/kernel/subscription.ts'
import { keepListening } from '@app/postgres/listening-connection.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { followBuilds } from '@app/projections/runtime/follow-builds.ts'
import { heldKeysOf } from '@app/postgres/advisory-lock.ts'
import { PARTS, type Part } from '@app/settings/setting-forms.ts'
import { feedFromKafka } from './open-kafka.ts'
import type { Ctx } from './ctx.ts'

/** Keeps the read models up to date. */
export function followLog(ctx: Ctx): void {
  const { backend, polls, metrics, log, onStop } = ctx
  const running = followBuilds(
    {
      db: backend.projector,
      polls,
      log: followedLog(ctx),
      codec: backend.codec,
      seals: backend.seals,
      now: backend.now,
      onTrouble: (projection, error) => log.error({ projection, err: error }, 'projection trouble'),
      onBatch: (projection, batch) => {
        metrics.projectedEvents.inc({ projection }, batch.events)
        metrics.parkedEvents.inc({ projection }, batch.parked)
      },
    },
    PROJECTIONS,
  )
  onStop(running.stop)
}

function followedLog(ctx: Ctx): SubscribedLog {
  const { backend, kafka, settings } = ctx
  return settings.eventFeed === 'log' || kafka === undefined ? backend.sealed : feedFromKafka(ctx, kafka)
}

const LOOK_MS = 10_000

/** Shows other processes what this one does, as long as it lives. */
export function announceParts({ backend, settings, onStop }: Ctx): void {
  const connection = keepListening({
    db: backend.reader,
    begin: (client) => holdParts(client, settings.serves),
    look: (client) => client.query('select'),
    lookMs: LOOK_MS,
  })
  onStop(connection.stop)
}

/** The second key of a lock is the part's place. */
const PART_LOCKS = 7_201_005

/** As long as the connection lives, other processes see that this one does these parts. */
export async function holdParts(client: Pick<pg.ClientBase, 'query'>, parts: readonly Part[]): Promise<void> {
  const places = parts.map((part) => PARTS.indexOf(part))
  await client.query(`select pg_advisory_lock_shared(${PART_LOCKS}, place) from unnest($1::int[]) place`, [
    places,
  ])
}

/** Parts that no process on this database does. The relay is one of them only after there was one. */
export async function missingParts(db: Pick<pg.Pool, 'query'>): Promise<readonly Part[]> {
  const { rows } = await db.query<{ held: readonly number[]; relayed: boolean }>(
    `select exists (select from kernel.checkpoints where name = 'relay') as relayed,
       array(select distinct objid::int from (${heldKeysOf(PART_LOCKS)}) held) as held`,
  )
  const { held = [], relayed = false } = rows[0] ?? {}
  return PARTS.filter((part, place) => !held.includes(place) && (part !== 'relay' || relayed))
}
