import { setTimeout as pause } from 'node:timers/promises'
import { withFreeAdvisoryLock } from '@app/postgres/advisory-lock.ts'
import { inTransaction } from '@app/postgres/in-transaction.ts'
import type pg from 'pg'
import { StoreError } from '@app/contracts/event-store.ts'
import { unavailable } from './destroyed-keys.ts'
import { findMasterKey, replaceMasterKey } from './master-key-check.ts'
import { rewrapOnce, type RewrapDeps } from './rewrap.ts'
import type { RandomBytes } from './sealing.ts'
import {
  currentEpoch,
  findCurrentEpoch,
  sealCheck,
  wrappingKeyOf,
  type WrappingKey,
  type WrappingKeys,
  type WrappingKeysDeps,
} from './wrapping-keys.ts'

export interface EpochState {
  readonly epoch: number
  readonly rewrapped: number
}

/**
 * An epoch's key wraps the subjects' keys. A new epoch wraps all living keys again and destroys the former epoch's key:
 * every copy of a destroyed key (heap, WAL, backups) is then worthless. One process at a time does it.
 */
export interface Epochs {
  hasKey(): Promise<boolean>
  ensureBegun(): Promise<void>
  /** Whether keys were destroyed since the epoch began, at least `ageMs` ago. */
  isDue(ageMs: number): Promise<boolean>
  /** Undefined while another process does it. */
  renew(): Promise<EpochState | undefined>
  /** From then on the former master key is refused. Undefined while another process does it. */
  rotate(next: Buffer): Promise<EpochState | undefined>
  /** Completes an interrupted change. Undefined while another process does it. */
  finish(): Promise<EpochState | undefined>
}

export interface EpochsDeps extends Pick<WrappingKeysDeps, 'masterKeys' | 'epochKeys'> {
  readonly db: pg.Pool
  readonly wrapping: WrappingKeys
  readonly random: RandomBytes
  readonly now: () => Date
  readonly pageRowsMax?: number
}

/** Nothing is added to an ended epoch, so the second pass finds nothing unless rows were written by hand. */
const LOOKS_MAX = 10
const LOOK_AGAIN_MS = 50

export function createEpochs(deps: EpochsDeps): Epochs {
  const { db } = deps
  return {
    hasKey: async () => (await deps.wrapping.find(await currentEpoch(db))) !== undefined,
    ensureBegun: async () => {
      while ((await findCurrentEpoch(db)) === undefined) {
        const began = await withEpochLock(db, async (client) => {
          if ((await findCurrentEpoch(client)) === undefined)
            await begin(deps, client, await masterKeyOfDatabase(deps, client))
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

const withEpochLock = async <Result>(
  db: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result | undefined> =>
  (await withFreeAdvisoryLock(db, 'key epochs', ({ client }) => work(client)))?.result

/** The new epoch's key is durable before the database says that the epoch has begun. */
async function begin(deps: EpochsDeps, client: pg.PoolClient, masterKey: Buffer): Promise<void> {
  const { wrapping, epochKeys, random, now } = deps
  const epoch = ((await findCurrentEpoch(client)) ?? 0) + 1
  const key = wrappingKeyOf(masterKey, epoch, await epochKeys.make(epoch))
  const sealed = sealCheck({ epoch, key }, random)
  await inTransaction(client, async () => {
    // Waits for writes of keys under the former epoch: these are rewrapped with the others.
    await client.query('select from vault.key_epochs where ended_at is null for update')
    await client.query('update vault.key_epochs set ended_at = $1 where ended_at is null', [now()])
    await client.query(
      'insert into vault.key_epochs (epoch, sealed, began_at, losses) select $1, $2, $3, count from vault.key_losses',
      [epoch, sealed, now()],
    )
  })
  wrapping.forgetCurrent()
}

async function masterKeyOfDatabase(
  { masterKeys }: Pick<EpochsDeps, 'masterKeys'>,
  client: pg.PoolClient,
): Promise<Buffer> {
  const key = await findMasterKey(client, await masterKeys()).catch(unavailable)
  if (key === undefined) throw new StoreError('Unavailable', 'the database has another master key')
  return key
}

async function rotate(deps: EpochsDeps, client: pg.PoolClient, next: Buffer): Promise<EpochState> {
  const { wrapping, random } = deps
  const former = await masterKeyOfDatabase(deps, client)
  const current = await wrapping.masterKeyOf(await currentEpoch(client))
  if (!current.equals(next)) await begin(deps, client, next)
  const state = await finish(deps, client)
  // Last: until here a starting process needs the former master key too.
  if (!former.equals(next)) await replaceMasterKey(client, { former, next }, random)
  return state
}

/** Destroys a former epoch's key only after a full pass has found nothing that it wraps. */
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
    await epochKeys.destroy(epoch)
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
