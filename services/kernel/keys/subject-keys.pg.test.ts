import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hold, waitsForLock } from '../../../tests/support/lock-waits.ts'
import { testTable } from '../../../tests/support/every.ts'
import { createTestDatabase, poolOf } from '../../../tests/support/test-database.ts'
import { seal } from './sealing.ts'
import type { SubjectKeys } from './subject-keys.ts'
import { awayPool, NOW, subjectKeysOn } from './testing/vault-pool.ts'

const wrappingKey = Buffer.alloc(32, 1)
const { url } = await createTestDatabase()
const pool = poolOf(url)
/** Two processes on one vault. */
const keys = subjectKeysOn(pool)
const otherKeys = subjectKeysOn(poolOf(url))

const keyOf = async (reader: SubjectKeys, subject: string) =>
  (await reader.forReading([subject])).get(subject)
const rowsLike = async (pattern: string) =>
  (
    await pool.query<{ subject: string; wrapped_key: Buffer; created_at: Date }>(
      'select subject, wrapped_key, created_at from vault.subjects where subject like $1',
      [pattern],
    )
  ).rows

test('a key is made at the first write, is the same then in all processes, and never in the clear', async () => {
  expect(await keyOf(keys, 'ana')).toBeUndefined()
  const made = await keys.forWriting('ana')
  expect(made).toHaveLength(32)
  for (const again of [await keys.forWriting('ana'), await otherKeys.forWriting('ana')])
    expect(again).toEqual(made)
  const bea = await otherKeys.forWriting('bea')
  const found = new Map([
    ['ana', made],
    ['bea', bea],
  ])
  expect(await keys.forReading(['ana', 'bea', 'nobody'])).toEqual(found)
  expect(await keys.forReading([])).toEqual(new Map())
  const [row] = await rowsLike('ana')
  expect([row!.wrapped_key.includes(made), row!.created_at]).toEqual([false, NOW])
})

test('of two writers who race for one key, the loser gets the winner’s', async () => {
  const winnersKey = Buffer.alloc(32, 9)
  const wrapped = seal(wrappingKey, 'subject-key:raced', winnersKey, randomBytes)
  const winner = await hold(pool, "insert into vault.subjects values ('raced', $1, $2, 1)", [wrapped, NOW])
  const loser = keys.forWriting('raced') // sees no key yet, and waits behind the winner's row
  await waitsForLock(pool, loser)
  await winner.commit()
  expect(await loser).toEqual(winnersKey)
})

test('a destroyed key is gone at once in every process, and a subject that is written again gets a new one [PRIV-5]', async () => {
  const made = await keys.forWriting('gone')
  expect(await keyOf(otherKeys, 'gone')).toEqual(made)
  expect([await keys.destroy('gone'), await keys.destroy('gone'), await keys.destroy('never')]).toEqual([
    true,
    false,
    false,
  ])
  expect([await keyOf(keys, 'gone'), await keyOf(otherKeys, 'gone')]).toEqual([undefined, undefined])
  expect((await rowsLike('%gone')).map((row) => row.wrapped_key)).toEqual([Buffer.alloc(0)])
  expect(await keys.forWriting('gone')).not.toEqual(made)
})

test('destroyed keys are listed, also with others and of a person who was erased twice, until the log records them', async () => {
  for (const subject of ['many-1', 'many-2', 'many-3']) await keys.forWriting(subject)
  expect(await keys.destroy('many-2', 'many-none', 'many-1')).toBe(true)
  expect(await keys.startingWith('many-', 10)).toEqual(['many-3'])
  await keys.forWriting('many-1')
  await keys.destroy('many-1')
  const listed = (max: number, ...subjects: string[]) => otherKeys.unpublished({ subjects, max })
  const gone = await listed(10, 'many-1', 'many-2', 'many-none')
  expect(gone.map(({ subject }) => subject).sort()).toEqual(['many-1', 'many-1', 'many-2'])
  expect(new Set(gone.map(({ erasureId }) => erasureId)).size).toBe(3)
  expect((await keys.unpublished({ max: 100 })).map(({ subject }) => subject)).toContain('gone')
  expect(await listed(1, 'many-1')).toHaveLength(1)
  await otherKeys.published(...gone.slice(0, 2))
  expect(await listed(10, 'many-1', 'many-2')).toEqual(gone.slice(2))
})

test('subjects are found by the beginning of their names, while they have a key', async () => {
  const made = ['list-1.a', 'list-1.b', 'list-1.gone', 'list-10.a', 'list-1', 'list-1/a', 'list-0.z']
  for (const subject of made) await keys.forWriting(subject)
  await keys.destroy('list-1.gone')
  expect(await keys.startingWith('list-1.', 10)).toEqual(['list-1.a', 'list-1.b'])
  expect(await keys.startingWith('list-1.', 1)).toEqual(['list-1.a'])
  expect(await keys.startingWith('list-2.', 10)).toEqual([])
})

test('a wrapped key does not open as another subject’s', async () => {
  await keys.forWriting('mine')
  await pool.query(
    "insert into vault.subjects select 'yours', wrapped_key, created_at, wrapped_by from vault.subjects where subject = 'mine'",
  )
  await expect(keys.forReading(['yours'])).rejects.toThrow()
})

const away = subjectKeysOn(awayPool())
testTable([() => away.forReading(['ana']), () => away.forWriting('ana'), () => away.destroy('ana')])(
  'a vault out of reach is Unavailable for now',
  (call) => expect(call()).rejects.toMatchObject({ code: 'Unavailable', retryable: true }),
)
