import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { openVaultPool } from '../../kernel/keys/testing/vault-pool.ts'
import { createSessionsToFetch } from './sessions-to-fetch.ts'

const PARALLEL = 20
const BROWSER = 'secret of a browser'
const NOON = new Date('2026-03-02T12:00:00.000Z')

let now = NOON
const pool = await openVaultPool(PARALLEL)
const sessions = createSessionsToFetch({ db: pool, random: randomBytes, now: () => now })
beforeEach(() => {
  now = NOON
})

const after = (seconds: number): void => {
  now = new Date(NOON.getTime() + seconds * 1_000)
}

test('of 20 who take one id at once, one gets it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await sessions.put('ana', BROWSER)
    const taken = await Promise.all(Array.from({ length: PARALLEL }, () => sessions.take(id, BROWSER)))
    expect(taken.filter((accountId) => accountId !== undefined)).toEqual(['ana'])
  }
})

test('each login has an id of its own, of 256 bits', async () => {
  const ids = [await sessions.put('ana', BROWSER), await sessions.put('ana', BROWSER)]
  expect(new Set(ids).size).toBe(2)
  for (const id of ids) expect(id).toMatch(/^[\w-]{43}$/)
  expect([await sessions.take(ids[1]!, BROWSER), await sessions.take(ids[0]!, BROWSER)]).toEqual([
    'ana',
    'ana',
  ])
})

test.each([undefined, '', 'secret of another browser'])(
  'in a browser that has %j instead it is worth nothing, and stays for its own',
  async (other) => {
    const id = await sessions.put('ana', BROWSER)
    expect(await sessions.take(id, other)).toBeUndefined()
    expect(await sessions.take(id, BROWSER)).toBe('ana')
  },
)

test('it is valid for two minutes, and not a moment longer', async () => {
  const [early, late] = [await sessions.put('ana', BROWSER), await sessions.put('luis', BROWSER)]
  after(119.999)
  expect(await sessions.take(early, BROWSER)).toBe('ana')
  after(120)
  expect(await sessions.take(late, BROWSER)).toBeUndefined()
})

test.each(['', 'x', 'a'.repeat(43), "' or true --"])('%j is no valid id', async (id) => {
  await sessions.put('ana', BROWSER)
  expect(await sessions.take(id, BROWSER)).toBeUndefined()
})

test('the table’s content is useless to a reader', async () => {
  const id = await sessions.put('eva', BROWSER)
  const { rows } = await pool.query<{ id_hash: Buffer; browser_hash: Buffer }>(
    'select * from vault.sessions_to_fetch',
  )
  expect(JSON.stringify(rows.map(({ browser_hash }) => browser_hash.toString()))).not.toContain(BROWSER)
  expect(JSON.stringify(rows.map(({ id_hash }) => id_hash.toString('base64url')))).not.toContain(id)
  for (const { id_hash } of rows) {
    expect(await sessions.take(id_hash.toString('base64url'), BROWSER)).toBeUndefined()
  }
})

test('an unused id is removed with the next login', async () => {
  await sessions.put('ana', BROWSER)
  after(600)
  await sessions.put('luis', BROWSER)
  const { rows } = await pool.query('select account_id from vault.sessions_to_fetch')
  expect(rows).toEqual([{ account_id: 'luis' }])
})
