import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { isStoreError, type EventStore, type Position } from '@app/contracts/event-store.ts'
import { READ_MODELS } from '@app/contracts/data.ts'
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
/** Short, because a rebuild of figures may take long and taps must not wait for it. */
const FIGURES_MS_MAX = 5_000
const POLL_MS = 500

/** Read models that a public page needs. */
const OF_PAGES = ['profiles', 'accounts'] as const

interface Wait extends Pick<Ctx, 'say' | 'waitFor' | 'statusOfModels'> {
  /** Aborted when the start is no longer wanted. */
  readonly signal: AbortSignal
  readonly sealed: Pick<EventStore, 'headPosition'>
}

const LATER = 'Las vistas siguen poniéndose al día en segundo plano.'
const FORMER = 'Las vistas de la versión anterior responden mientras se hacen las nuevas.'

/**
 * Waits until read models reach the current head: a minute for those of pages, seconds for the others, and not at all for
 * those that are made anew after an upgrade, whose former rows answer meanwhile.
 */
export async function waitForReadModels({
  sealed,
  say,
  signal,
  waitFor,
  statusOfModels,
}: Wait): Promise<void> {
  let head: Position | undefined
  for (let waitedMs = 0; waitedMs < PAGES_MS_MAX && !signal.aborted; waitedMs += POLL_MS) {
    head ??= await headOf(sealed)
    const status = await statusOfModels().catch(() => [])
    const stopped = status.filter(({ state }) => state === 'stopped').map(({ projection }) => projection)
    if (stopped.length > 0)
      return say(`Vistas detenidas: ${stopped.join(', ')}. Sus cifras no avanzan; /readyz dice por qué.`)
    const anew = status.filter(({ isMadeAnew }) => isMadeAnew).map(({ projection }) => projection)
    const awaited = (models: readonly string[]): readonly string[] =>
      models.filter((model) => !anew.includes(model))
    if (head === undefined) await pause(POLL_MS)
    else if (await waitFor(awaited(READ_MODELS), head, POLL_MS))
      return anew.length > 0 ? say(FORMER) : undefined
    else if (waitedMs >= FIGURES_MS_MAX && (await waitFor(awaited(OF_PAGES), head, 0))) break
  }
  say(LATER)
}

/** Answers undefined while the log does not answer, because this must not end the start. */
async function headOf(log: Wait['sealed']): Promise<Position | undefined> {
  try {
    return await log.headPosition()
  } catch (error) {
    if (isStoreError(error) && error.retryable) return undefined
    throw error
  }
}
