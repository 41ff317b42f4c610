import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { StoreError } from '@app/contracts/event-store.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { newId } from '@app/event-store/ids.ts'
import { createPool } from '@app/postgres/pool.ts'
import { derivedIdKeys } from '@app/vault/testing/names.ts'
import { createStoredAnswerSeals } from '@app/vault/seals/stored-answer-seals.ts'
import { createStoredAnswers } from '@app/vault/seals/stored-answers.ts'
import { beginEpoch, wrappedBy } from '@app/vault/testing/one-epoch.ts'
import { createSubjectKeys, type SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { createGate } from '../../../../tests/support/gate.ts'
import { testTable } from '../../../../tests/support/every.ts'
import { createTestDatabase } from '../../../../tests/support/test-database.ts'
import { createIdempotencyStore, type Attempt, type IdempotencyStore, type KeyedCall } from './answer-once.ts'

const masterKey = Buffer.alloc(32, 1)
const HOUR_MS = 3_600_000
const START = Date.parse('2026-11-18T15:00:00.000Z')
const ANA = 'account-ana'

let pool: pg.Pool
let ms: number
let keys: SubjectKeys
let kept: IdempotencyStore
/** Another process on the same database. */
let elsewhere: IdempotencyStore
let troubles: unknown[]

const now = (): Date => new Date(ms)
let openPool: () => pg.Pool
const keptOn = (db: pg.Pool): IdempotencyStore =>
  createIdempotencyStore({
    rows: createStoredAnswers(db),
    seals: createStoredAnswerSeals({ idKeys: derivedIdKeys(masterKey), keys, random: randomBytes }),
    now,
    newId,
    onTrouble: (error) => troubles.push(error),
  })
beforeAll(async () => {
  const { url } = await createTestDatabase()
  openPool = () => createPool(url, { role: 'svc_app', applicationName: 'kept-answers', max: 8 })
  pool = openPool()
  await beginEpoch(pool)
  keys = createSubjectKeys({ db: pool, wrapping: wrappedBy(masterKey), random: randomBytes, now })
  ;[kept, elsewhere] = [keptOn(pool), keptOn(pool)]
})
afterAll(() => pool.end())
async function begin(): Promise<void> {
  ;[ms, troubles, worked] = [START, [], []]
  await pool.query('delete from vault.kept_answers')
}
beforeEach(begin)

const CALL: KeyedCall = {
  key: 'llave-1',
  scope: 'post /api/quotations everyone',
  body: { company: 'Viña Sur' },
}
let worked: Attempt[]
/** Answers how often it ran, which distinguishes a stored answer from a new one. */
const work = async (attempt: Attempt): Promise<unknown> => {
  worked.push(attempt)
  return { times: worked.length }
}
const refusing = (refusal: Error) => async (attempt: Attempt) => {
  worked.push(attempt)
  throw refusal
}
/** An attempt that runs until it is let go, and answers so then. */
async function runSlowly(answer: object = {}) {
  const gate = createGate()
  const running = run({}, async (attempt) => {
    worked.push(attempt)
    await gate.opened
    return answer
  })
  await expect.poll(() => worked.length).toBe(1)
  return { running, finish: gate.open }
}
const run = (call: Partial<KeyedCall> = {}, how = work) => kept.run({ ...CALL, ...call }, how)
const codeOf = async (run: Promise<unknown>): Promise<string> => {
  try {
    await run
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error)
  }
  return 'answered'
}
const rows = async () => (await pool.query<{ state: string }>('select state from vault.kept_answers')).rows

test('without a key every call is done, with ids of its own, and nothing is stored', async () => {
  expect(await run({ key: undefined })).toEqual({ status: 200, body: { times: 1 } })
  expect(await run({ key: undefined })).toEqual({ status: 200, body: { times: 2 } })
  const ids = worked.flatMap(({ idOf }) => [idOf('quotation'), idOf('quotation')])
  expect(new Set(ids).size).toBe(4)
  expect(await rows()).toEqual([])
})

test('the same key and body get the same answer, and are done once', async () => {
  const first = await run()
  expect(await run()).toEqual(first)
  expect(await elsewhere.run(CALL, work)).toEqual(first)
  expect(first).toEqual({ status: 200, body: { times: 1 } })
})

test('the same key and body are the same whatever the order of their fields', async () => {
  await run({ body: { a: 1, b: { c: [2, 3], d: 4 } } })
  expect(await run({ body: { b: { d: 4, c: [2, 3] }, a: 1 } })).toEqual({ status: 200, body: { times: 1 } })
  expect(await codeOf(run({ body: { a: 1, b: { c: [3, 2], d: 4 } } }))).toBe('key-reused')
})

test('the same key and body are another call at another path, or of another caller', async () => {
  await run()
  expect(await run({ scope: 'post /api/auth/register everyone' })).toMatchObject({ body: { times: 2 } })
  expect(await run({ scope: 'post /api/quotations account-1' })).toMatchObject({ body: { times: 3 } })
})

test('the same key and body get the same answer for 48 hours, and then a new one, also for another body [LOG-9]', async () => {
  await run()
  ms += 48 * HOUR_MS - 1
  expect(await run()).toMatchObject({ body: { times: 1 } })
  ms += 1
  expect(await run({ body: {} })).toMatchObject({ body: { times: 2 } })
  expect(worked.map(({ isRetry }) => isRetry)).toEqual([false, false])
})

test('the same key and body refused for good get the same refusal again', async () => {
  expect(await codeOf(run({}, refusing(new Refusal('email-taken'))))).toBe('email-taken')
  const again = await run()
  expect(again).toEqual({
    status: 409,
    body: { detail: 'Ya existe una cuenta con este correo.', code: 'email-taken' },
  })
  expect(worked).toHaveLength(1)
})

test('another body under the same key is refused, and the first answer stays', async () => {
  await run()
  expect(await codeOf(run({ body: { company: 'Viña Norte' } }))).toBe('key-reused')
  expect(await run()).toMatchObject({ body: { times: 1 } })
})

test('another body under the same key is refused while the first runs, and does not take over from one that died', async () => {
  await runSlowly()
  expect(await codeOf(run({ body: {} }))).toBe('key-reused')
  ms += 30_000
  expect(await codeOf(run({ body: {} }))).toBe('key-reused')
})

/** Twenty at once, of two processes; the working one finishes after all others were answered. */
async function twenty(): Promise<readonly string[]> {
  const gate = createGate()
  const working = async (attempt: Attempt): Promise<unknown> => {
    await work(attempt)
    await gate.opened
    return {}
  }
  const codes: string[] = []
  const all = Array.from({ length: 20 }, async (_none, n) => {
    codes.push(await codeOf((n % 2 === 0 ? kept : elsewhere).run(CALL, working)))
  })
  await expect.poll(() => codes.length + worked.length).toBe(20)
  gate.open()
  await Promise.all(all)
  return codes
}

testTable<[what: string, before: () => Promise<unknown>, isRetry: boolean]>([
  ['nothing', async () => undefined, false],
  ['one that died', () => run({}, refusing(new Refusal('unavailable'))).catch(() => undefined), true],
  ['one that has expired', () => run().then(() => (ms += 48 * HOUR_MS)), false],
])('concurrent attempts are done once as twenty that all find the same', async (_what, before, isRetry) => {
  await begin()
  await before()
  worked = []
  expect(await twenty()).toEqual([...Array.from({ length: 19 }, () => 'in-progress'), 'answered'])
  expect(worked).toMatchObject([{ isRetry }])
})

testTable(['invalid', 'malformed', 'too-many', 'conflict'])(
  'a refusal of a call that may succeed later is not stored, so the corrected call is done',
  async (code) => {
    await begin()
    expect(await codeOf(run({}, refusing(new Refusal(code))))).toBe(code)
    expect(await rows()).toEqual([])
    expect(await run({ body: { company: 'corrected' } })).toEqual({ status: 200, body: { times: 2 } })
    expect(worked.map(({ isRetry }) => isRetry)).toEqual([false, false])
  },
)

testTable([
  ['the log that cannot be reached', new StoreError('Unavailable', 'away')],
  ['an append that may have been written', new StoreError('Timeout', 'late', { ambiguous: true })],
  ['what nobody foresaw', new Error('boom')],
  ['a refusal to come again later', new Refusal('unavailable')],
])(
  'a refusal of a call that may succeed later is not stored, and after a failure the next try runs at once, and knows that it is a retry',
  async (_name, error) => {
    await begin()
    await run({}, refusing(error)).catch(() => undefined)
    expect(await run()).toEqual({ status: 200, body: { times: 2 } })
    expect(worked.map(({ isRetry }) => isRetry)).toEqual([false, true])
    expect(worked[1]!.idOf('quotation')).toBe(worked[0]!.idOf('quotation'))
  },
)

test('after a crash between effect and answer: the next attempt takes over after thirty seconds, with the same ids, and is refused with advice to retry until then', async () => {
  await runSlowly()
  ms += 29_999
  await expect(elsewhere.run(CALL, work)).rejects.toMatchObject({
    code: 'in-progress',
    retryAfterSeconds: 1,
  })
  ms += 1
  expect(await elsewhere.run(CALL, work)).toEqual({ status: 200, body: { times: 2 } })
  const [first, second] = worked
  expect(second).toMatchObject({ isRetry: true })
  expect(second!.idOf('account')).toBe(first!.idOf('account'))
  expect(second!.idOf('profile')).not.toBe(first!.idOf('account'))
  expect(await run()).toEqual({ status: 200, body: { times: 2 } })
})

test('after a crash between effect and answer: an attempt that was only slow does not overwrite the answer of the one that took over', async () => {
  const { running, finish } = await runSlowly({ slow: true })
  ms += 30_000
  await elsewhere.run(CALL, work)
  finish()
  expect(await running).toEqual({ status: 200, body: { slow: true } })
  expect(await run()).toEqual({ status: 200, body: { times: 2 } })
})

describe('an answer about a person', () => {
  beforeEach(() => keys.forWriting(ANA))
  const about = async (attempt: Attempt): Promise<unknown> => {
    attempt.belongsTo(ANA)
    await work(attempt)
    return { name: 'Úrsula Ñancupil', times: worked.length }
  }

  test('is stored sealed, and so is one without personal data; neither bodies nor keys are stored', async () => {
    const body = { name: 'Úrsula Ñancupil', password: 'Clave-secreta-1' }
    await run({ body }, about)
    await run({ body, key: 'llave-2' })
    const { rows } = await pool.query<{ line: string }>(
      `select concat_ws(' ', k::text, encode(answer, 'escape'), encode(key_hash, 'escape'), encode(request_hash, 'escape')) as line
       from vault.kept_answers k`,
    )
    expect(rows).toHaveLength(2)
    for (const { line } of rows) expect(line).not.toMatch(/rsula|ancupil|secreta|llave|times/)
    expect(await run({ body }, about)).toMatchObject({ body: { name: 'Úrsula Ñancupil', times: 1 } })
  })

  test('is removed once they are erased, and the call can be made again', async () => {
    await run({}, about)
    await keys.destroy(ANA)
    expect(await run({ body: {} })).toMatchObject({ body: { times: 2 } })
    expect(worked.map(({ isRetry }) => isRetry)).toEqual([false, false])
  })

  test('is not stored for a subject erased while it was made, and makes no new key', async () => {
    await run({}, async (attempt) => {
      await keys.destroy(ANA)
      return about(attempt)
    })
    expect(await rows()).toEqual([])
    expect(await keys.forReading([ANA])).toEqual(new Map())
  })

  test('that refuses contains nothing of theirs, and stays when they are erased', async () => {
    const refused = async (attempt: Attempt): Promise<never> => {
      await about(attempt)
      throw new Refusal('email-taken')
    }
    expect(await codeOf(run({}, refused))).toBe('email-taken')
    await keys.destroy(ANA)
    expect(await run()).toMatchObject({ status: 409 })
    expect(worked).toHaveLength(1)
  })

  test('is removed also if the same subject has returned', async () => {
    await run({}, about)
    await keys.destroy(ANA)
    await keys.forWriting(ANA)
    expect(await run({}, about)).toMatchObject({ body: { times: 2 } })
  })

  test('does not open under another key', async () => {
    await run({}, about)
    await run({ key: 'llave-2' })
    await pool.query(
      `update vault.kept_answers set (subject, answer) = (select subject, answer from vault.kept_answers where subject is null)`,
    )
    expect(await run({}, about)).toMatchObject({ body: { times: 3 } })
  })
})

test('an answer that cannot be stored is given and reported, and made again later', async () => {
  const other = openPool()
  const answered = await keptOn(other).run(CALL, async (attempt) => {
    await other.end()
    return work(attempt)
  })
  expect(answered).toEqual({ status: 200, body: { times: 1 } })
  expect(troubles).toHaveLength(1)
  ms += 30_000
  expect(await run()).toEqual({ status: 200, body: { times: 2 } })
  expect(worked[1]).toMatchObject({ isRetry: true })
})

test('expired answers are removed, and nothing else', async () => {
  await pool.query(
    `insert into vault.kept_answers (key_hash, request_hash, state, attempt, since)
     select decode(md5(n::text), 'hex'), ''::bytea, 'done', gen_random_uuid(), $1 from generate_series(1, 1200) n`,
    [new Date(ms - 48 * HOUR_MS)],
  )
  await run()
  await kept.forgetOld()
  expect(await rows()).toHaveLength(1)
  ms += 48 * HOUR_MS
  await kept.forgetOld()
  expect(await rows()).toEqual([])
})
