import type pg from 'pg'
import { positionOf, type Position } from '@app/contracts/event-store.ts'

/** The right to send, and to move the checkpoint. */
export interface RelayLease {
  /** The checkpoint. */
  position(): Position
  /**
   * Resolves if what takes this long ends before another process may have the lease, by a clock that goes on while the
   * process is frozen; renews where need be. @throws LeaseLost
   */
  hold(ms: number): Promise<void>
  /** Moves the checkpoint, and renews. @throws LeaseLost, and then nothing is written */
  advance(position: Position): Promise<void>
  /** Lets another process begin at once. */
  release(): Promise<void>
}

/** Another process sends now. */
export class LeaseLost extends Error {}

export interface LeaseDeps {
  readonly db: Pick<pg.Pool, 'query'>
  readonly storeId: string
  /** Of a clock that goes on while the process is frozen. */
  readonly monotonicMs: () => number
}

/** Twice the longest send, so that a lease is renewed between two of them. */
export const LEASE_MS = 16_000
const UNTIL = `now() + ${LEASE_MS} * interval '1 ms'`
/** No lease lasts for so long: the database's clock was set back, and a holder that lives is fenced. */
const SET_BACK = `now() + ${2 * LEASE_MS} * interval '1 ms'`

export async function readRelayCheckpoint({
  db,
  storeId,
}: Pick<LeaseDeps, 'db' | 'storeId'>): Promise<Position> {
  const { rows } = await db.query<{ position: string }>(
    'select position from projection.relay where store_id = $1',
    [storeId],
  )
  return positionOf(rows[0]?.position ?? 0n)
}

/** Answers undefined while another process has it. */
export async function takeLease({ db, storeId, monotonicMs }: LeaseDeps): Promise<RelayLease | undefined> {
  let endsMs = monotonicMs() + LEASE_MS
  const { rows } = await db.query<{ epoch: string; position: string }>(
    `insert into projection.relay as taken (store_id, epoch, until) values ($1, 1, ${UNTIL})
     on conflict (store_id) do update set epoch = taken.epoch + 1, until = excluded.until
     where taken.until is null or taken.until <= now() or taken.until > ${SET_BACK} returning epoch, position`,
    [storeId],
  )
  const [taken] = rows
  if (taken === undefined) return undefined
  let reached = positionOf(taken.position)

  async function write(assignments: string, ...values: readonly string[]): Promise<void> {
    const askedMs = monotonicMs()
    // The fence: a relay that was frozen finds another epoch there.
    const { rowCount } = await db.query(
      `update projection.relay set ${assignments} where store_id = $1 and epoch = $2`,
      [storeId, taken!.epoch, ...values],
    )
    endsMs = rowCount === 0 ? 0 : askedMs + LEASE_MS
    if (rowCount === 0) throw new LeaseLost(`another relay took the lease after epoch ${taken!.epoch}`)
  }

  return {
    position: () => reached,
    hold: async (ms) => {
      if (monotonicMs() + ms >= endsMs) await write(`until = ${UNTIL}`)
    },
    advance: async (to) => {
      await write(`position = $3, until = ${UNTIL}`, String(to))
      reached = to
    },
    release: () => write('until = null'),
  }
}
