import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { waitsForLock } from '../../../tests/support/lock-waits.ts'
import { ID_KEY_NAMES } from './keyed-ids.ts'
import { createKeyVault, type KeyVault } from './key-vault.ts'
import { wrappingFilesInMemory } from './testing/wrapping-files-in-memory.ts'
import { openTestPool } from '../../../tests/support/test-database.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PEOPLE = ['ana', 'berta', 'carla', 'dora', 'elsa'] as const

const pool = await openTestPool(6)
let files: ReturnType<typeof wrappingFilesInMemory>
let nowMs: number
let vault: KeyVault
let before: ReadonlyMap<string, Buffer>

async function begin(): Promise<void> {
  await pool.query('delete from vault.subjects')
  await pool.query('delete from vault.id_keys')
  nowMs = Date.parse('2026-11-20T12:00:00.000Z')
  await pool.query('update vault.wrapping set number = 1, made_at = $1, has_losses = false', [
    new Date(nowMs),
  ])
  files = wrappingFilesInMemory(randomBytes(32))
  vault = openVault()
  for (const person of PEOPLE) await vault.keys.forWriting(person)
  before = await vault.keys.forReading(PEOPLE)
}
beforeEach(begin)

/** Another process on the vault, without cached keys. */
const openVault = (over: Partial<Parameters<typeof createKeyVault>[0]> = {}) =>
  createKeyVault({
    db: pool,
    files,
    random: randomBytes,
    now: () => new Date(nowMs),
    pageRowsMax: 2,
    ...over,
  })

test('another wrapping key wraps all living keys, and the former one is destroyed', async () => {
  const other = openVault()
  await other.keys.forReading(PEOPLE)
  expect(await vault.rewrap.now()).toEqual({ number: 2, rewrapped: 5 })
  expect(await other.rewrap.ifDue(DAY_MS)).toEqual({ number: 2, rewrapped: 0 })
  expect(files.kept()).toEqual([2])
  // A process that knew only the former, a new one, and the one that wrapped them again.
  for (const { keys } of [other, openVault(), vault]) expect(await keys.forReading(PEOPLE)).toEqual(before)
})

test('a process that knows only the former one notices, and a key that is being written under it is wrapped as well', async () => {
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

test('a key that is destroyed while others are wrapped is gone, and the two do not wait for each other', async () => {
  let pages = 0
  let destroying: Promise<boolean> = Promise.resolve(false)
  nowMs += DAY_MS
  await vault.keys.destroy('ana')
  const destroyOne = async (): Promise<void> => {
    if ((pages += 1) !== 2) return
    destroying = openVault().keys.destroy('elsa')
    await waitsForLock(pool, destroying)
  }
  expect(await vault.rewrap.ifDue(DAY_MS, destroyOne)).toMatchObject({ number: 2 })
  expect(await destroying).toBe(true)
  expect([...(await vault.keys.forReading(PEOPLE)).keys()]).toEqual(['berta', 'carla', 'dora'])
  nowMs += DAY_MS
  expect(await vault.rewrap.ifDue(DAY_MS)).toMatchObject({ number: 3 })
})

test('an older copy of the vault restores no key that was destroyed [PRIV-4]', async () => {
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

const die = () => Promise.reject(new Error('the process died'))

testTable<readonly [at: 'make' | 'page' | 'destroy']>([['make'], ['page'], ['destroy']])(
  'a process that dies loses no living key, and the next process completes it',
  async (at) => {
    await begin()
    nowMs += DAY_MS
    await vault.keys.destroy('ana')
    before = await vault.keys.forReading(PEOPLE)
    let pages = 0
    const onPage = async () => void ((pages += 1) === 2 && at === 'page' && (await die()))
    const dying = openVault({ files: { ...files, ...(at === 'page' ? {} : { [at]: die }) } })
    await expect(dying.rewrap.ifDue(DAY_MS, onPage)).rejects.toThrow('the process died')
    expect(await openVault().keys.forReading(PEOPLE)).toEqual(before)
    const { number } = await openVault().rewrap.ifDue(DAY_MS)
    expect([number > 1, files.kept()]).toEqual([true, [number]])
    expect(await openVault().keys.forReading(PEOPLE)).toEqual(before)
  },
)

test('another one is made when the present one has an erasure and is a day old', async () => {
  const numberNow = async () => (await vault.rewrap.ifDue(DAY_MS)).number
  nowMs += 25 * HOUR_MS
  expect(await numberNow()).toBe(1)
  await vault.keys.destroy('nobody')
  expect(await numberNow()).toBe(1)
  await vault.keys.destroy('ana')
  expect(await numberNow()).toBe(2)
  await vault.keys.destroy('berta')
  expect(await numberNow()).toBe(2)
  for (const _day of [1, 2]) {
    nowMs += DAY_MS
    expect(await numberNow()).toBe(3)
  }
})

test('another wrapping key changes no id, and without its file nothing opens [PRIV-11]', async () => {
  const ids = await vault.idKeys()
  await openVault().rewrap.now()
  const after = await openVault().idKeys()
  for (const name of ID_KEY_NAMES) expect(after.of(name)).toEqual(ids.of(name))
  const thief = openVault({ files: wrappingFilesInMemory() })
  await expect(thief.keys.forReading(['ana'])).rejects.toMatchObject({ code: 'Unavailable' })
})
