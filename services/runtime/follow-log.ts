import type pg from 'pg'
import type { SubscribedLog } from '@app/kernel/subscription.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { followBuilds } from '@app/projections/runtime/follow-builds.ts'
import { heldKeysOf } from '@app/postgres/advisory-lock.ts'
import { PARTS, type Part } from '@app/settings/setting-forms.ts'
import { feedFromKafka } from './open-kafka.ts'
import type { Ctx } from './ctx.ts'
import { setTimeout as pause } from 'node:timers/promises'

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
const RECONNECT_MS = 250

/** Shows other processes what this one does, as long as it lives: by locks of one connection, replaced whenever it breaks. */
export function announceParts({ backend, settings, onStop }: Ctx): void {
  const end = new AbortController()
  const resting = (ms: number, signal: AbortSignal): Promise<unknown> =>
    pause(ms, undefined, { signal }).catch(() => undefined)

  async function hold(): Promise<void> {
    const client = await backend.reader.connect()
    const lost = new AbortController()
    const onLost = (): void => lost.abort()
    end.signal.addEventListener('abort', onLost)
    client.on('error', onLost).on('end', onLost)
    try {
      await holdParts(client, settings.serves)
      while (!lost.signal.aborted && !end.signal.aborted) {
        await client.query('select')
        await resting(LOOK_MS, lost.signal)
      }
    } finally {
      end.signal.removeEventListener('abort', onLost)
      client.release(true) // it has locks, so it must not return to the pool
    }
  }
  const holding = (async () => {
    while (!end.signal.aborted) {
      await hold().catch(() => undefined)
      await resting(RECONNECT_MS, end.signal)
    }
  })()
  onStop(async () => {
    end.abort()
    await holding
  })
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
