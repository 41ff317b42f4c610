import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { withConnection } from '../../platform/postgres/connection.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { seal } from './sealing.ts'
import type { SubjectKeys } from './subject-keys.ts'
import { awayPool, NOW, poolOf, subjectKeysOn } from './testing/vault-pool.ts'

const wrappingKey = Buffer.alloc(32, 1)
const { url } = await createTestDatabase()
const pool = poolOf(url)
/** Two processes on one vault. */
const keys = subjectKeysOn(pool)
const otherKeys = subjectKeysOn(poolOf(url))

const keyOf = async (reader: SubjectKeys, subject: string) =>
  (await reader.forReading([subject])).get(subject)

describe('the key of a subject', () => {
  test('is made at the first write, and is the same afterwards in all processes', async () => {
    expect(await keyOf(keys, 'ana')).toBeUndefined()
    const made = await keys.forWriting('ana')
    expect(made).toHaveLength(32)
    for (const again of [await keys.forWriting('ana'), await otherKeys.forWriting('ana')])
      expect(again.equals(made)).toBe(true)
    expect((await keyOf(otherKeys, 'ana'))?.equals(made)).toBe(true)
  })

  test('is read with others in one query, and missing ones are left out', async () => {
    const [one, two] = [await keys.forWriting('page-1'), await keys.forWriting('page-2')]
    const found = await keys.forReading(['page-1', 'page-2', 'page-3'])
    expect(found).toEqual(
      new Map([
        ['page-1', one],
        ['page-2', two],
      ]),
    )
    expect(await keys.forReading([])).toEqual(new Map())
  })

  test('is not in the vault in the clear', async () => {
    const made = await keys.forWriting('clear')
    const { rows } = await pool.query<{ wrapped_key: Buffer; created_at: Date }>(
      "select wrapped_key, created_at from vault.subjects where subject = 'clear'",
    )
    expect(rows[0]?.wrapped_key.includes(made)).toBe(false)
    expect(rows[0]?.created_at).toEqual(NOW)
  })
})

describe('two writers who race for one key', () => {
  test('get one key, the winner’s', async () => {
    const winnersKey = Buffer.alloc(32, 9)
    const wrapped = seal(wrappingKey, 'subject-key:raced', winnersKey, randomBytes)
    const losing = await withConnection(url, async (winner) => {
      await winner.query('begin')
      await winner.query("insert into vault.subjects values ('raced', $1, $2, 1)", [wrapped, NOW])
      const loser = keys.forWriting('raced') // sees no key yet, and waits behind the winner's row
      await someoneWaits(winner)
      await winner.query('commit')
      return loser
    })
    expect(losing.equals(winnersKey)).toBe(true)
  })

  test('get a new one where the winner’s is destroyed before it is read', async () => {
    const first = new Map<string, Buffer>()
    const query = async (text: string | pg.QueryConfig, values?: unknown[]) => {
      const isInsert = typeof text === 'string' && text.includes('insert into vault.subjects')
      if (isInsert && first.size === 0) first.set('winner', await otherKeys.forWriting('forgotten'))
      const result = await pool.query(text, values)
      if (isInsert && result.rowCount === 0) await otherKeys.destroy('forgotten')
      return result
    }
    const made = await subjectKeysOn({ query } as unknown as pg.Pool).forWriting('forgotten')
    expect(made.equals(first.get('winner')!)).toBe(false)
    expect(await keyOf(keys, 'forgotten')).toEqual(made)
  })
})

/** Until another connection to this database waits for a lock. */
async function someoneWaits(client: pg.Client): Promise<void> {
  for (let asked = 0; asked < 10_000; asked += 1) {
    await client.query('select pg_stat_clear_snapshot()')
    const { rowCount } = await client.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    if (rowCount) return
  }
  throw new Error('nobody waits')
}

describe('a destroyed key', () => {
  test('is gone at once, in every process', async () => {
    const made = await keys.forWriting('gone')
    expect(await keyOf(otherKeys, 'gone')).toEqual(made)
    expect(await keys.destroy('gone')).toBe(true)
    expect([await keyOf(keys, 'gone'), await keyOf(otherKeys, 'gone')]).toEqual([undefined, undefined])
  })

  test('cannot be destroyed again', async () => {
    await keys.forWriting('twice')
    expect([await keys.destroy('twice'), await keys.destroy('twice'), await keys.destroy('never')]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('is destroyed together with others, also with subjects without a key', async () => {
    for (const subject of ['many-1', 'many-2', 'many-3']) await keys.forWriting(subject)
    expect(await keys.destroy('many-2', 'many-none', 'many-1')).toBe(true)
    expect(await keys.startingWith('many-', 10)).toEqual(['many-3'])
    const gone = await keys.unpublished({ subjects: ['many-1', 'many-2', 'many-none'], max: 10 })
    expect(gone.map(({ subject }) => subject).sort()).toEqual(['many-1', 'many-2'])
    await keys.published(...gone)
    expect(await keys.unpublished({ subjects: ['many-1', 'many-2'], max: 10 })).toEqual([])
  })

  test('does not return: a subject that is written again gets a new one [PRIV-5]', async () => {
    const first = await keys.forWriting('again')
    await keys.destroy('again')
    expect((await keys.forWriting('again')).equals(first)).toBe(false)
  })
})

describe('of destroyed keys the vault lists', () => {
  const unpublished = async (subject?: string) =>
    (await keys.unpublished({ max: 100, ...(subject === undefined ? {} : { subjects: [subject] }) })).map(
      (key) => key.subject,
    )
  beforeEach(async () => {
    for (const key of await keys.unpublished({ max: 100 })) await keys.published(key)
  })

  test('those that the log does not record yet, until it does', async () => {
    for (const subject of ['profile-1', 'visitor-1.profile-1']) {
      await keys.forWriting(subject)
      await keys.destroy(subject)
    }
    expect((await unpublished()).sort()).toEqual(['profile-1', 'visitor-1.profile-1'])
    expect(await unpublished('profile-1')).toEqual(['profile-1'])
    const [key] = await otherKeys.unpublished({ subjects: ['profile-1'], max: 1 })
    await otherKeys.published(key!)
    expect(await unpublished()).toEqual(['visitor-1.profile-1'])
  })

  test('each one, where a person was erased twice', async () => {
    for (const _time of [1, 2]) {
      await keys.forWriting('twice-told')
      await keys.destroy('twice-told')
    }
    const unrecorded = await keys.unpublished({ subjects: ['twice-told'], max: 100 })
    expect(new Set(unrecorded.map(({ erasureId }) => erasureId)).size).toBe(2)
  })

  test('no secret', async () => {
    await keys.forWriting('nothing-left')
    await keys.destroy('nothing-left')
    const { rows } = await pool.query<{ wrapped_key: Buffer }>(
      "select wrapped_key from vault.subjects where subject like '%nothing-left'",
    )
    expect(rows).toEqual([{ wrapped_key: Buffer.alloc(0) }])
  })
})

describe('subjects', () => {
  test('are found by the beginning of their names, while they have a key', async () => {
    for (const subject of [
      'list-1.a',
      'list-1.b',
      'list-1.gone',
      'list-10.a',
      'list-1',
      'list-1/a',
      'list-0.z',
    ])
      await keys.forWriting(subject)
    await keys.destroy('list-1.gone')
    expect(await keys.startingWith('list-1.', 10)).toEqual(['list-1.a', 'list-1.b'])
    expect(await keys.startingWith('list-1.', 1)).toEqual(['list-1.a'])
    expect(await keys.startingWith('list-2.', 10)).toEqual([])
  })
})

describe('a wrapped key', () => {
  test('does not open as another subject’s', async () => {
    await keys.forWriting('mine')
    await pool.query(
      "insert into vault.subjects select 'yours', wrapped_key, created_at, wrapped_by from vault.subjects where subject = 'mine'",
    )
    await expect(keys.forReading(['yours'])).rejects.toThrow()
  })
})

describe('a vault out of reach', () => {
  const away = subjectKeysOn(awayPool())
  test.each(['forReading', 'forWriting', 'destroy'] as const)('is Unavailable for now: %s', async (call) => {
    const asked = call === 'forReading' ? away.forReading(['ana']) : away[call]('ana')
    await expect(asked).rejects.toMatchObject({ code: 'Unavailable', retryable: true })
  })
})
