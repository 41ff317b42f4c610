import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { waitsForLock } from '../../../tests/support/lock-waits.ts'
import { ID_KEY_NAMES } from './id-keys.ts'
import { createKeyVault, type KeyVault } from './key-vault.ts'
import { wrappingFilesInMemory } from './testing/wrapping-files-in-memory.ts'
import { openVaultPool } from './testing/vault-pool.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'
import type { WrappingFiles } from './wrapping-files.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PEOPLE = ['ana', 'berta', 'carla', 'dora', 'elsa'] as const

const pool = await openVaultPool(6)
let files: ReturnType<typeof wrappingFilesInMemory>
let nowMs: number
beforeEach(async () => {
  await pool.query('delete from vault.subjects')
  await pool.query('delete from vault.id_keys')
  nowMs = Date.parse('2026-11-20T12:00:00.000Z')
  await pool.query('update vault.wrapping set number = 1, made_at = $1, has_losses = false', [
    new Date(nowMs),
  ])
  files = wrappingFilesInMemory(randomBytes(32))
})

/** Another process on the vault, without cached keys. */
const openVault = (
  over: Partial<Pick<Parameters<typeof createKeyVault>[0], 'db' | 'files' | 'pageRowsMax'>> = {},
) =>
  createKeyVault({
    db: pool,
    files,
    random: randomBytes,
    now: () => new Date(nowMs),
    pageRowsMax: 2,
    ...over,
  })

async function makeAll({ keys }: KeyVault): Promise<ReadonlyMap<string, Buffer>> {
  for (const person of PEOPLE) await keys.forWriting(person)
  return keys.forReading(PEOPLE)
}

async function numbersOfKeys(): Promise<readonly number[]> {
  const { rows } = await pool.query<{ number: number }>(
    "select distinct wrapped_by as number from vault.subjects where wrapped_key <> '' order by number",
  )
  return rows.map(({ number }) => number)
}

describe('another wrapping key', () => {
  let vault: KeyVault
  let before: ReadonlyMap<string, Buffer>
  beforeEach(async () => {
    vault = openVault()
    before = await makeAll(vault)
  })

  test('keeps all living keys, wraps all of them, and destroys the former one', async () => {
    const other = openVault()
    await other.keys.forReading(PEOPLE)
    expect(await vault.rewrap.now()).toEqual({ number: 2, rewrapped: 5 })
    expect(await other.rewrap.ifDue(DAY_MS)).toEqual({ number: 2, rewrapped: 0 })
    expect([files.kept(), await numbersOfKeys()]).toEqual([[2], [2]])
    // A process that knew only the former, a new one, and the one that wrapped them anew.
    for (const { keys } of [other, openVault(), vault]) expect(await keys.forReading(PEOPLE)).toEqual(before)
  })

  test('is noticed by a process that knows only the former, and waits for a key that is just being written under it', async () => {
    const stale = openVault()
    await stale.keys.forWriting('first')
    const client = await pool.connect()
    await client.query('begin')
    const slow = openVault({ db: { query: client.query.bind(client) } as unknown as pg.Pool })
    const written = [await slow.keys.forWriting('slow')]
    const renewing = vault.rewrap.now()
    const hasWaited = await waitsForLock(pool, renewing)
    await client.query('commit')
    client.release()
    await renewing
    expect(hasWaited).toBe(true)
    written.push(await stale.keys.forWriting('second'))
    expect([...(await openVault().keys.forReading(['slow', 'second'])).values()]).toEqual(written)
  })

  test('gets no key from a process that was delayed until the next one', async () => {
    let rivals = 0
    const connect = async () => {
      const client = await pool.connect()
      const query = async (text: string, values?: unknown[]) => {
        // The lock is lost with a connection: another process makes the next one meanwhile.
        if (text.includes('update vault.subjects') && (rivals += 1) === 1) {
          await client.query('select pg_advisory_unlock_all()')
          await openVault().rewrap.now()
        }
        return client.query(text, values)
      }
      return { query, release: (error?: boolean) => client.release(error) }
    }
    const slow = openVault({ db: { query: pool.query.bind(pool), connect } as unknown as pg.Pool })
    await slow.rewrap.now().catch(() => undefined)
    expect(rivals).toBeGreaterThan(0)
    expect(await openVault().keys.forReading(PEOPLE)).toEqual(before)
  })

  test('restores no key that is destroyed meanwhile, nor in an older copy of the vault [PRIV-4]', async () => {
    const { rows: copied } = await pool.query<{ wrapped_key: Buffer }>(
      "select wrapped_key from vault.subjects where subject = 'ana'",
    )
    await vault.keys.destroy('ana')
    await vault.rewrap.now()
    await pool.query(
      "insert into vault.subjects (subject, wrapped_key, created_at, wrapped_by) values ('ana', $1, now(), 1)",
      [copied[0]!.wrapped_key],
    )
    await expect(openVault().keys.forReading(['ana'])).rejects.toMatchObject({ code: 'Unavailable' })
  })

  longTest('loses no living key wherever its process dies, and the next process finishes it', async () => {
    for (let steps = 0, isDone = false; !isDone; steps += 1) {
      const dying = openVault(dyingVault(steps, pool, files))
      isDone = await dying.rewrap.now().then(
        (state) => state !== undefined,
        (error: Error) => {
          expect([error.message, (error.cause as Error | undefined)?.message]).toContain(DIED)
          return false
        },
      )
      expect(await openVault().keys.forReading(PEOPLE)).toEqual(before)
      const fresh = await openVault().keys.forWriting('behind')
      // The lock of the dead is given up a moment later.
      await eventually(async () => expect(await openVault().rewrap.ifDue(DAY_MS)).toBeTypeOf('object'), {
        everyMs: 5,
      })
      expect((await openVault().keys.forReading(['behind'])).get('behind')).toEqual(fresh)
      expect(await openVault().keys.forReading(PEOPLE)).toEqual(before)
      const [number] = await numbersOfKeys()
      // The file of the next one may exist: nothing is wrapped by it.
      expect(files.kept().filter((one) => one < number!)).toEqual([])
      await pool.query("delete from vault.subjects where subject = 'behind'")
    }
  })

  test('ends with the job that it is done in, and the next job completes it', async () => {
    let pages = 0
    nowMs += DAY_MS
    await vault.keys.destroy('ana')
    const lost = async () => {
      if ((pages += 1) === 2) throw new Error('lost')
    }
    await expect(vault.rewrap.ifDue(DAY_MS, lost)).rejects.toThrow('lost')
    expect(files.kept()).toEqual([1, 2])
    expect(await vault.rewrap.ifDue(DAY_MS)).toMatchObject({ number: 2 })
    expect(files.kept()).toEqual([2])
  })

  test('is made when the present one has an erasure and is a day old', async () => {
    const numberNow = async () => (await vault.rewrap.ifDue(DAY_MS))?.number
    nowMs += 25 * HOUR_MS
    expect(await numberNow()).toBe(1)
    await vault.keys.destroy('nobody')
    expect(await numberNow()).toBe(1)
    await vault.keys.destroy('ana')
    expect(await numberNow()).toBe(2)
    await vault.keys.destroy('berta')
    expect(await numberNow()).toBe(2)
    nowMs += DAY_MS
    expect(await numberNow()).toBe(3)
    nowMs += DAY_MS
    expect(await numberNow()).toBe(3)
  })

  test('changes no id, and without its file nothing opens [PRIV-11]', async () => {
    const ids = await vault.idKeys()
    await openVault().rewrap.now()
    const after = await openVault().idKeys()
    for (const name of ID_KEY_NAMES) expect(after.of(name)).toEqual(ids.of(name))
    const thief = openVault({ files: wrappingFilesInMemory() })
    await expect(thief.keys.forReading(['ana'])).rejects.toMatchObject({ code: 'Unavailable' })
  })
})

const DIED = 'the process died'

/** A process that dies after so many steps; a step is a statement or a change of a file. */
function dyingVault(steps: number, db: pg.Pool, files: WrappingFiles) {
  let left = steps
  async function step<Result>(work: () => Promise<Result>): Promise<Result> {
    if (left <= 0) throw new Error(DIED)
    left -= 1
    return work()
  }
  type Query = (text: string, values?: unknown[]) => Promise<pg.QueryResult>
  const dyingClient = (client: pg.PoolClient): pg.PoolClient =>
    ({
      query: (text: string, values?: unknown[]) => step(() => (client.query as Query)(text, values)),
      release: (error?: Error | boolean) => client.release(error),
    }) as unknown as pg.PoolClient
  const dyingDb = {
    query: (text: string, values?: unknown[]) => step(() => (db.query as Query)(text, values)),
    connect: async () => dyingClient(await db.connect()),
  } as unknown as pg.Pool
  const dyingFiles: WrappingFiles = {
    find: (number) => step(() => files.find(number)),
    make: (number) => step(() => files.make(number)),
    before: (number) => step(() => files.before(number)),
    destroy: (number) => step(() => files.destroy(number)),
  }
  return { db: dyingDb, files: dyingFiles }
}
