import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { createKeyVault, type KeyVault } from './key-vault.ts'
import { createEpochKeysInMemory } from '../testing/epoch-keys-in-memory.ts'
import { poolOf } from '../testing/vault-pool.ts'
import { createSubjectBlocks } from './subject-blocks.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const EARLIER = new Date(NOW.getTime() - 1)

let ana: string
let people = 0

const epochKeys = createEpochKeysInMemory()
const openVault = (db: pg.Pool): KeyVault =>
  createKeyVault({
    db,
    random: randomBytes,
    now: () => NOW,
    masterKeys: async () => [Buffer.alloc(32, 1)],
    epochKeys,
  })
const { url } = await createTestDatabase()
const pool = poolOf(url)
const vault = openVault(pool)
/** Another process. */
const other = openVault(poolOf(url))
await vault.epochs.ensureBegun()
const blocks = createSubjectBlocks(pool)
beforeEach(async () => {
  ana = `ana-${(people += 1)}`
  await vault.keys.forWriting(ana)
})

const losses = async (): Promise<number> => Number(await other.keys.losses())
const rows = async () =>
  (
    await pool.query<{ changes: number }>('select changes from vault.blocked_subjects where subject = $1', [
      ana,
    ])
  ).rows

describe('a blocked subject', () => {
  test('has no key for readers, in any process, until the block is lifted, and it is the same key [PRIV-15]', async () => {
    const key = (await vault.keys.forReading([ana])).get(ana)
    await blocks.block(ana, NOW)
    for (const { keys } of [vault, other]) {
      expect((await keys.forReading([ana])).size).toBe(0)
      expect(await keys.withLosses([ana, 'nobody'])).toMatchObject({
        keys: new Map(),
        blocked: new Set([ana]),
      })
    }
    await blocks.unblock(ana)
    for (const { keys } of [vault, other]) {
      expect((await keys.forReading([ana])).get(ana)).toEqual(key)
      expect((await keys.withLosses([ana])).blocked.size).toBe(0)
    }
  })

  test('has its key for what folds, writes, erases and wraps anew', async () => {
    const key = (await vault.keys.forReading([ana])).get(ana)
    await blocks.block(ana, NOW)
    expect((await vault.allKeys.withLosses([ana])).keys.get(ana)).toEqual(key)
    expect((await vault.allKeys.withLosses([ana])).blocked.size).toBe(0)
    expect(await vault.keys.forWriting(ana)).toEqual(key)
    expect((await vault.keys.idsOf([ana])).size).toBe(1)
  })

  test('is counted once when it is blocked and once when it is not, however often it is asked for', async () => {
    const before = await losses()
    await blocks.block(ana, NOW)
    await blocks.block(ana, new Date(NOW.getTime() + 1_000))
    expect(await losses()).toBe(before + 1)
    expect(await blocks.since([ana, 'nobody'])).toEqual(new Map([[ana, NOW]]))
    await blocks.unblock(ana)
    await blocks.unblock(ana)
    expect(await losses()).toBe(before + 2)
    expect(await blocks.since([ana])).toEqual(new Map())
    expect(await rows()).toEqual([{ changes: 2 }])
  })

  test('that is erased leaves no block to who comes back', async () => {
    await blocks.block(ana, NOW)
    await vault.keys.destroy(ana)
    expect(await rows()).toEqual([])
    const key = await vault.keys.forWriting(ana)
    expect((await other.keys.forReading([ana])).get(ana)).toEqual(key)
  })

  test('is not blocked by what was decided before its key was made', async () => {
    await blocks.block(ana, EARLIER)
    expect(await rows()).toEqual([])
    expect(await blocks.keyIdOf(ana, EARLIER)).toBeUndefined()
    expect(await blocks.keyIdOf(ana, NOW)).toBe((await vault.keys.idsOf([ana])).get(ana))
  })

  test('without a key is nobody', async () => {
    await blocks.block('nobody', NOW)
    await blocks.unblock('nobody')
    expect(await blocks.since(['nobody'])).toEqual(new Map())
  })
})
