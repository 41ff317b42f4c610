import { setTimeout as pause } from 'node:timers/promises'
import { withFreeAdvisoryLock } from '@app/postgres/advisory-lock.ts'
import { inTransaction } from '@app/postgres/in-transaction.ts'
import type pg from 'pg'
import type { EpochKeys } from './epoch-keys.ts'
import { replaceMasterKey } from './master-key.ts'
import { rewrapOnce, type RewrapDeps } from './rewrap.ts'
import type { RandomBytes } from './sealing.ts'
import {
  currentEpoch,
  sealCheck,
  wrappingKeyOf,
  type WrappingKey,
  type WrappingKeys,
} from './wrapping-keys.ts'

/** What came of a look at the epochs. */
export interface EpochState {
  /** The one in which keys are wrapped. */
  readonly epoch: number
  /** Keys that were wrapped anew. */
  readonly rewrapped: number
}

/**
 * Keys of people are wrapped by the key of an epoch. To begin another one, to wrap all living keys anew and to destroy
 * the former epoch's key makes every copy of a destroyed key worthless, in heap, WAL and backups. One process at a time
 * does it. Wherever it dies, the next one goes on.
 */
export interface Epochs {
  /** Whether the key of the epoch that keys are wrapped in is there. */
  hasKey(): Promise<boolean>
  /** Begins the first epoch where none has begun yet. */
  ensureBegun(): Promise<void>
  /** Whether keys were destroyed since the epoch began, and it began at least so long ago. */
  isDue(ageMs: number): Promise<boolean>
  /** Begins another epoch and finishes the former. Undefined while another process is at it. */
  renew(): Promise<EpochState | undefined>
  /**
   * Begins an epoch under another master key, unless that was done before, and finishes the former: from then on the
   * former master key is refused. Undefined while another process is at it.
   */
  rotate(next: Buffer): Promise<EpochState | undefined>
  /** Finishes what was left half done. Undefined while another process is at it. */
  finish(): Promise<EpochState | undefined>
}

export interface EpochsDeps {
  readonly db: pg.Pool
  readonly wrapping: WrappingKeys
  readonly epochKeys: EpochKeys
  readonly random: RandomBytes
  readonly now: () => Date
  readonly pageRowsMax?: number
}

/** Nothing new comes under an epoch that has ended, so the second look finds nothing unless rows were filled in by hand. */
const LOOKS_MAX = 10
const LOOK_AGAIN_MS = 50

export function createEpochs(deps: EpochsDeps): Epochs {
  const { db } = deps
  return {
    hasKey: async () => (await deps.wrapping.find(await currentEpoch(db))) !== undefined,
    ensureBegun: async () => {
      while ((await currentEpoch(db)) === 0) {
        const began = await withEpochLock(db, async (client) => {
          if ((await currentEpoch(client)) === 0)
            await begin(deps, client, await deps.wrapping.masterKeyOf(0))
          return true
        })
        if (began === undefined) await pause(LOOK_AGAIN_MS)
      }
    },
    isDue: async (ageMs) => {
      const { rows } = await db.query<{ is_due: boolean }>(
        `select e.losses < l.count and e.began_at <= $1 as is_due
         from vault.key_epochs e, vault.key_losses l where e.ended_at is null`,
        [new Date(deps.now().getTime() - ageMs)],
      )
      return rows[0]!.is_due
    },
    renew: () =>
      withEpochLock(db, async (client) => {
        await begin(deps, client, await deps.wrapping.masterKeyOf(await currentEpoch(client)))
        return finish(deps, client)
      }),
    rotate: (next) => withEpochLock(db, (client) => rotate(deps, client, next)),
    finish: () => withEpochLock(db, (client) => finish(deps, client)),
  }
}

/** Undefined where another process has the lock. One connection does all the work: the others stay with the caller. */
const withEpochLock = async <Result>(
  db: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result | undefined> =>
  (await withFreeAdvisoryLock(db, 'key epochs', ({ client }) => work(client)))?.result

/** The new epoch's key is durable before anything says that it has begun. */
async function begin(deps: EpochsDeps, client: pg.PoolClient, masterKey: Buffer): Promise<void> {
  const { wrapping, epochKeys, random, now } = deps
  const former = await currentEpoch(client)
  const epoch = former + 1
  const key = wrappingKeyOf(masterKey, epoch, await epochKeys.make(epoch))
  const sealed = sealCheck({ epoch, key }, random)
  await inTransaction(client, async () => {
    // Waits for whoever writes a key under the former epoch at this moment: it is wrapped anew with the others.
    await client.query('select from vault.key_epochs where ended_at is null for update')
    await client.query('update vault.key_epochs set ended_at = $1 where ended_at is null', [now()])
    await client.query(
      'insert into vault.key_epochs (epoch, sealed, began_at, losses) select $1, $2, $3, count from vault.key_losses',
      [epoch, sealed, now()],
    )
  })
  wrapping.forgetCurrent()
}

async function rotate(deps: EpochsDeps, client: pg.PoolClient, next: Buffer): Promise<EpochState> {
  const { wrapping, random } = deps
  const former = await wrapping.masterKeyOf(0)
  const current = await wrapping.masterKeyOf(await currentEpoch(client))
  if (!current.equals(next)) await begin(deps, client, next)
  const state = await finish(deps, client)
  // Last: until here whoever starts needs the former one as well.
  if (!former.equals(next)) await replaceMasterKey(client, { former, next }, random)
  return state
}

/**
 * The keys of former epochs are destroyed only after a whole look has found nothing that is wrapped by them. Where no
 * former one is left nothing can be, and nobody looks: keys are as many as people.
 */
async function finish(deps: EpochsDeps, db: pg.PoolClient): Promise<EpochState> {
  const { wrapping, epochKeys } = deps
  wrapping.forgetCurrent()
  const to = await wrapping.current()
  const { rows } = await db.query<{ epoch: number }>(
    'select epoch from vault.key_epochs where epoch < $1 order by epoch',
    [to.epoch],
  )
  const rewrapped = rows.length === 0 ? 0 : await rewrapAll({ ...deps, db }, to)
  for (const { epoch } of rows) {
    if (epoch > 0) await epochKeys.destroy(epoch)
    await db.query('delete from vault.key_epochs where epoch = $1', [epoch])
  }
  return { epoch: to.epoch, rewrapped }
}

async function rewrapAll(deps: RewrapDeps, to: WrappingKey): Promise<number> {
  let rewrapped = 0
  for (let look = 1, found = 1; found > 0; look += 1) {
    if (look > LOOKS_MAX)
      throw new Error(`keys of earlier epochs keep coming while epoch ${to.epoch} is current`)
    found = await rewrapOnce(deps, to)
    rewrapped += found
  }
  return rewrapped
}
