import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { isStoreError, type EventStore, type Position } from '@app/contracts/event-store.ts'
import { createWake } from '../kernel/wake.ts'
import { heldKeysOf } from '../platform/postgres/in-transaction.ts'
import { PARTS, type Part } from '../platform/settings/setting-forms.ts'
import type { Ctx } from '../platform/ctx.ts'

const LOOK_MS = 10_000
const RECONNECT_MS = 250

/** Shows other processes what this one does, as long as it lives: by locks of one connection, replaced whenever it breaks. */
export function announceParts({ reader, settings, onStop }: Ctx): void {
  const end = createWake()

  async function hold(): Promise<void> {
    const client = await reader.connect()
    let isLost = false
    const onLost = (): void => {
      isLost = true
      end.ring()
    }
    client.on('error', onLost).on('end', onLost)
    try {
      await holdParts(client, settings.serves)
      for (; !isLost && !end.ended; await end.wait(LOOK_MS)) await client.query('select')
    } finally {
      client.release(true) // it has locks, so it must not return to the pool
    }
  }
  const holding = (async () => {
    for (; !end.ended; await end.sleep(RECONNECT_MS)) await hold().catch(() => undefined)
  })()
  onStop(async () => {
    end.end()
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

const PAGES_MS_MAX = 60_000
const POLL_MS = 500

interface Wait extends Pick<Ctx, 'say' | 'waitFor' | 'statusOfModels'> {
  /** Aborted when the start is no longer wanted. */
  readonly signal: AbortSignal
  readonly sealed: Pick<EventStore, 'headPosition'>
}

/**
 * Waits a minute at most until the read models of public pages reach the current head, but not for one that is stopped
 * or made anew after an upgrade: its former rows answer meanwhile.
 */
export async function waitForReadModels(wait: Wait): Promise<void> {
  const { sealed, say, signal, waitFor, statusOfModels } = wait
  let head: Position | undefined
  for (let waitedMs = 0; waitedMs < PAGES_MS_MAX && !signal.aborted; waitedMs += POLL_MS) {
    head ??= await sealed.headPosition().catch(undefinedIfRetryable)
    const status = await statusOfModels().catch(() => [])
    const isAwaited = (model: string): boolean =>
      !status.some((one) => one.projection === model && (one.isMadeAnew || one.state === 'stopped'))
    if (head === undefined) await pause(POLL_MS)
    else if (await waitFor(['profiles', 'accounts'].filter(isAwaited), head, POLL_MS)) return
  }
  say('Las vistas siguen poniéndose al día en segundo plano.')
}

/** A log that does not answer yet must not end the start. */
function undefinedIfRetryable(error: unknown): undefined {
  if (!isStoreError(error) || !error.retryable) throw error
}
