import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { isStoreError, type EventStore, type Position } from '@app/contracts/event-store.ts'
import { createWake } from '../kernel/wake.ts'
import { heldKeysOf } from '../platform/postgres/in-transaction.ts'
import { PARTS, type Part } from '../platform/settings/setting-forms.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Readiness } from '../platform/served/health-routes.ts'
import type { Relay } from './open-kafka.ts'
import type { RunningReminders } from './open-reminders.ts'

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

/** Read models that follow Kafka read the log before. */
const RELAY_LAG_SECONDS_MAX = 30

interface Running {
  readonly reminders: Pick<RunningReminders, 'isWell'>
  readonly relay: Pick<Relay, 'status'> | undefined
}

/**
 * Reports part by part whether the product works. A process of the api is ready while it can answer, because a proxy
 * would otherwise send people nowhere; another one while its own parts are not behind.
 */
export async function readinessOf(ctx: Ctx, { reminders, relay }: Running): Promise<Readiness> {
  const { embedded, statusOfModels, metrics } = ctx
  const { serves } = ctx.settings
  const [appends, head, missing, status] = await Promise.all([
    ctx.takesAppends(),
    ctx.store.log.headPosition().catch(() => undefined),
    missingParts(ctx.reader).catch(() => undefined),
    statusOfModels().catch(() => []),
  ])
  // In seconds, because positions are opaque and cannot be subtracted.
  for (const { projection, lagSeconds } of status) metrics.lagSeconds.set({ projection }, lagSeconds ?? NaN)
  if (missing !== undefined)
    for (const part of PARTS) metrics.partMissing.set({ part }, Number(missing.includes(part)))
  const database = ctx.logAdapter === 'postgres' ? head !== undefined : await answers(ctx)
  const areSent = reminders.isWell()
  const relayed = relayReadiness(relay)
  const isLow = embedded?.space.isLow === true
  const isWell: Readonly<Record<Part, boolean>> = {
    api: [database, appends, head !== undefined, !isLow].every(Boolean),
    projections: areFollowed(status, missing),
    reminders: areSent,
    relay: relayed?.ok ?? true,
  }
  return {
    ready: isReady(isWell, serves),
    parts: {
      ...listed(
        'behind',
        PARTS.filter((part) => !isWell[part]),
      ),
      database: { ok: database, ...(embedded === undefined ? {} : { restarts: embedded.status().restarts }) },
      appends: { ok: appends },
      reminders: { ok: areSent },
      ...(relayed && { relay: relayed }),
      ...(embedded === undefined ? {} : { space: { ok: !isLow, free_bytes: embedded.space.freeBytes } }),
      projections: status.map(({ position, ...rest }) => ({ ...rest, position: String(position) })),
      head: head === undefined ? null : String(head),
      ...listed('missing_parts', missing),
    },
  }
}

/** Rows that nobody moves are up to date until the next event. */
const areFollowed = (
  status: Awaited<ReturnType<Ctx['statusOfModels']>>,
  missing: readonly Part[] = ['projections'],
): boolean =>
  !missing.includes('projections') && status.every(({ state }) => state === 'live' || state === 'catching-up')

const isReady = (isWell: Readonly<Record<Part, boolean>>, serves: readonly Part[]): boolean =>
  isWell.api && (serves.includes('api') || serves.every((part) => isWell[part]))

const listed = (name: string, parts: readonly Part[] = []) => (parts.length === 0 ? {} : { [name]: parts })

/** Undefined without a relay. */
function relayReadiness(relay: Running['relay']) {
  if (relay === undefined) return undefined
  const { isRefused, lagSeconds } = relay.status()
  const ok = !isRefused && lagSeconds <= RELAY_LAG_SECONDS_MAX
  return { ok, lag_seconds: Math.round(lagSeconds) }
}

/** With the log outside the database, no other check has queried the database. */
const answers = ({ app }: Ctx): Promise<boolean> =>
  app.query('select').then(
    () => true,
    () => false,
  )
