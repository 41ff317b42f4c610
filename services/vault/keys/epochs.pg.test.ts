import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { waitsForLock } from '../../../tests/support/lock-waits.ts'
import { ID_KEY_NAMES } from './id-keys.ts'
import { createKeyVault, type KeyVault } from './key-vault.ts'
import { isFormerMasterKey, isMasterKey } from './master-key-check.ts'
import { DIED, dyingVault } from '../testing/dying-vault.ts'
import { createEpochKeysInMemory } from '../testing/epoch-keys-in-memory.ts'
import { openVaultPool } from '../testing/vault-pool.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'

const HOUR_MS = 3_600_000
const masterKey = Buffer.alloc(32, 1)
const PEOPLE = ['ana', 'berta', 'carla', 'dora', 'elsa'] as const

const pool = await openVaultPool(6)
let epochKeys: ReturnType<typeof createEpochKeysInMemory>
let nowMs: number
beforeEach(async () => {
  await pool.query('delete from vault.subjects')
  await pool.query('delete from vault.checks')
  await pool.query('delete from vault.id_keys')
  await pool.query('delete from vault.key_epochs')
  epochKeys = createEpochKeysInMemory()
  nowMs = Date.parse('2026-11-20T12:00:00.000Z')
})

/** Another process on the vault, without cached keys. */
const openVault = (
  over: Partial<
    Pick<Parameters<typeof createKeyVault>[0], 'db' | 'epochKeys' | 'masterKeys' | 'pageRowsMax'>
  > = {},
) =>
  createKeyVault({
    db: pool,
    masterKeys: async () => [masterKey],
    epochKeys,
    random: randomBytes,
    now: () => new Date(nowMs),
    pageRowsMax: 2,
    ...over,
  })

async function makeAll({ keys }: KeyVault): Promise<ReadonlyMap<string, Buffer>> {
  for (const person of PEOPLE) await keys.forWriting(person)
  return keys.forReading(PEOPLE)
}

async function epochsOfKeys(): Promise<readonly number[]> {
  const { rows } = await pool.query<{ epoch: number }>(
    "select distinct epoch from vault.subjects where wrapped_key <> '' order by epoch",
  )
  return rows.map(({ epoch }) => epoch)
}

test('the first epoch begins once, however many processes begin it', async () => {
  await Promise.all([openVault(), openVault(), openVault()].map(({ epochs }) => epochs.ensureBegun()))
  expect(epochKeys.kept()).toEqual([1])
  await openVault().keys.forWriting('ana')
  expect(await epochsOfKeys()).toEqual([1])
})

describe('another epoch', () => {
  let vault: KeyVault
  let before: ReadonlyMap<string, Buffer>
  beforeEach(async () => {
    vault = openVault()
    await vault.epochs.ensureBegun()
    before = await makeAll(vault)
  })

  const losses = async () => (await vault.keys.losses()).toString()

  test('keeps all living keys, wraps none under the former one, and destroys its key', async () => {
    const other = openVault()
    await other.keys.forReading(PEOPLE)
    const lost = await losses()
    expect(await vault.epochs.renew()).toEqual({ epoch: 2, rewrapped: 5 })
    expect(epochKeys.kept()).toEqual([2])
    expect(await epochsOfKeys()).toEqual([2])
    // A process that knew only the former, a new one, and the one that began the epoch.
    for (const { keys } of [other, openVault(), vault]) expect(await keys.forReading(PEOPLE)).toEqual(before)
    expect(await losses()).toBe(lost)
  })

  test('is noticed by a process that wraps a new key under the former', async () => {
    const stale = openVault()
    await stale.keys.forWriting('first of the stale process')
    await vault.epochs.renew()
    const key = await stale.keys.forWriting('second of the stale process')
    const found = await openVault().keys.forReading(['second of the stale process'])
    expect([...found.values()]).toEqual([key])
  })

  test('waits for a key that is just being written under the former', async () => {
    const client = await pool.connect()
    await client.query('begin')
    const slow = openVault({ db: { query: client.query.bind(client) } as unknown as pg.Pool })
    const key = await slow.keys.forWriting('slow')
    const renewing = vault.epochs.renew()
    const hasWaited = await waitsForLock(pool, renewing)
    await client.query('commit')
    client.release()
    await renewing
    expect(hasWaited).toBe(true)
    expect((await openVault().keys.forReading(['slow'])).get('slow')).toEqual(key)
  })

  test('gets no key from a process that was delayed until the next one', async () => {
    const held = dyingVault(Infinity, pool, epochKeys)
    let rivals = 0
    const slow = openVault({
      db: {
        ...held.db,
        connect: async () => {
          const client = await pool.connect()
          return {
            query: async (text: string, values?: unknown[]) => {
              // The lock is lost with a connection: another process begins the next epoch meanwhile.
              if (text.includes('update vault.subjects') && (rivals += 1) === 1) {
                await client.query('select pg_advisory_unlock_all()')
                await openVault().epochs.renew()
              }
              return client.query(text, values)
            },
            release: (error?: boolean) => client.release(error),
          }
        },
      } as unknown as pg.Pool,
    })
    await slow.epochs.renew().catch(() => undefined)
    expect(rivals).toBeGreaterThan(0)
    expect(await openVault().keys.forReading(PEOPLE)).toEqual(before)
  })

  test('restores no key that is destroyed meanwhile, nor in an older copy of the vault [PRIV-4]', async () => {
    const { rows: copied } = await pool.query<{ wrapped_key: Buffer }>(
      "select wrapped_key from vault.subjects where subject = 'ana'",
    )
    await vault.keys.destroy('ana')
    await vault.epochs.renew()
    await pool.query(
      "insert into vault.subjects (subject, wrapped_key, created_at, epoch) values ('ana', $1, now(), 1)",
      [copied[0]!.wrapped_key],
    )
    await expect(openVault().keys.forReading(['ana'])).rejects.toMatchObject({ code: 'Unavailable' })
  })

  longTest('loses no living key wherever its process dies, and the next process finishes it', async () => {
    for (let steps = 0, isDone = false; !isDone; steps += 1) {
      const dying = openVault(dyingVault(steps, pool, epochKeys))
      isDone = await dying.epochs.renew().then(
        (state) => state !== undefined,
        (error: Error) => {
          expect([error.message, (error.cause as Error | undefined)?.message]).toContain(DIED)
          return false
        },
      )
      expect(await openVault().keys.forReading(PEOPLE)).toEqual(before)
      const fresh = await openVault().keys.forWriting('behind')
      // The lock of the dead is given up a moment later.
      await eventually(async () => expect(await openVault().epochs.finish()).toBeTypeOf('object'), {
        everyMs: 5,
      })
      expect((await openVault().keys.forReading(['behind'])).get('behind')).toEqual(fresh)
      expect(await openVault().keys.forReading(PEOPLE)).toEqual(before)
      const [epoch] = await epochsOfKeys()
      // The key of an epoch about to begin may exist: nothing is wrapped by it.
      expect(epochKeys.kept().filter((one) => one < epoch!)).toEqual([])
      await pool.query("delete from vault.subjects where subject = 'behind'")
    }
  })

  test('is finished once: without a former one, no process scans all keys again', async () => {
    await vault.epochs.renew()
    const client = await pool.connect()
    const asked: string[] = []
    const watched = openVault({
      db: {
        query: pool.query.bind(pool),
        connect: async () => ({
          query: (text: string, values?: unknown[]) => {
            asked.push(text)
            return client.query(text, values)
          },
          release: (error?: boolean) => client.release(error),
        }),
      } as unknown as pg.Pool,
    })
    expect(await watched.epochs.finish()).toEqual({ epoch: 2, rewrapped: 0 })
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter((text) => text.includes('vault.subjects'))).toEqual([])
  })

  test('is due when this one has an erasure and is a day old', async () => {
    const isDue = () => vault.epochs.isDue(24 * HOUR_MS)
    nowMs += 25 * HOUR_MS
    expect(await isDue()).toBe(false)
    await vault.keys.destroy('ana')
    expect(await isDue()).toBe(true)
    await vault.epochs.renew()
    expect(await isDue()).toBe(false)
    await vault.keys.destroy('berta')
    expect(await isDue()).toBe(false)
    nowMs += 24 * HOUR_MS
    expect(await isDue()).toBe(true)
  })

  describe('under another master key', () => {
    const next = Buffer.alloc(32, 9)
    const both = { masterKeys: async () => [masterKey, next] }
    const later = { masterKeys: async () => [next] }
    beforeEach(async () => {
      expect(await isMasterKey(pool, masterKey, randomBytes)).toBe(true)
    })

    test('opens with that one alone, and every id stays the same [PRIV-11]', async () => {
      const ids = await vault.idKeys()
      const running = openVault(both)
      await running.keys.forReading(PEOPLE)
      expect(await openVault(both).epochs.rotate(next)).toMatchObject({ epoch: 2 })
      const after = openVault(later)
      expect(await after.keys.forReading(PEOPLE)).toEqual(before)
      expect(await running.keys.forReading(PEOPLE)).toEqual(before)
      for (const name of ID_KEY_NAMES) expect((await after.idKeys()).of(name)).toEqual(ids.of(name))
      await expect(openVault().keys.forReading(['ana'])).rejects.toMatchObject({ code: 'Unavailable' })
      expect(await isFormerMasterKey(pool, masterKey)).toBe(true)
      expect(await isFormerMasterKey(pool, next)).toBe(false)
      expect(await isMasterKey(pool, masterKey, randomBytes)).toBe(false)
    })

    test('gets no key from a process that has only the former', async () => {
      await openVault(both).epochs.rotate(next)
      await expect(vault.keys.forWriting('new')).rejects.toMatchObject({ code: 'Unavailable' })
      expect(await openVault(later).keys.forReading(['new'])).toEqual(new Map())
    })

    longTest('loses no key wherever its process dies, and a repetition finishes it', async () => {
      for (let steps = 0, isDone = false; !isDone; steps += 1) {
        const [from, to] = [Buffer.alloc(32, `from ${steps}`), Buffer.alloc(32, `to ${steps}`)]
        // Each time anew from one master key to another.
        const now = steps === 0 ? masterKey : Buffer.alloc(32, `to ${steps - 1}`)
        const start = { masterKeys: async () => [now, from] }
        await eventually(
          async () => expect(await openVault(start).epochs.rotate(from)).toBeTypeOf('object'),
          {
            everyMs: 5,
          },
        )
        const sources = { masterKeys: async () => [from, to] }
        const dying = openVault({ ...sources, ...dyingVault(steps, pool, epochKeys), pageRowsMax: 10 })
        isDone = await dying.epochs.rotate(to).then(
          (state) => state !== undefined,
          () => false,
        )
        expect(await openVault(sources).keys.forReading(PEOPLE)).toEqual(before)
        await eventually(
          async () => expect(await openVault(sources).epochs.rotate(to)).toBeTypeOf('object'),
          {
            everyMs: 5,
          },
        )
        expect(await openVault({ masterKeys: async () => [to] }).keys.forReading(PEOPLE)).toEqual(before)
        expect(await isFormerMasterKey(pool, from)).toBe(true)
      }
    })
  })

  test('needs the master key as well as its own', async () => {
    const thief = openVault({ masterKeys: async () => [Buffer.alloc(32, 2)] })
    await expect(thief.keys.forReading(['ana'])).rejects.toMatchObject({ code: 'Unavailable' })
    await expect(
      openVault({ epochKeys: createEpochKeysInMemory() }).keys.forReading(['ana']),
    ).rejects.toMatchObject({ code: 'Unavailable' })
  })
})
