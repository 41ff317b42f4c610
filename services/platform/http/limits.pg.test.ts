import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import {
  LIMITS_OF_CALLS,
  RATE_LIMITS,
  type CountedLimitName,
  type Limits,
} from '@app/contracts/limits/rate-limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { createRateCounters } from './rate-counters.ts'
import { openTestPool } from '../../../tests/support/test-database.ts'
import { createCallLimits, runCounted } from './limits.ts'

/** The product's limits, with quotas that few tries use up. */
const lowered = (name: CountedLimitName, ...maxima: readonly number[]) =>
  RATE_LIMITS[name].map((quota, at) => ({ ...quota, max: maxima[at] ?? quota.max }))
const [OF_ACCOUNT_HERE, OF_NETWORK, OF_ACCOUNT] = [
  { ...RATE_LIMITS.login[0], max: 4 },
  { ...RATE_LIMITS.login[1], max: 30 },
  { ...RATE_LIMITS.login[2], max: 6 },
]
const LOGIN = [OF_ACCOUNT_HERE, OF_NETWORK, OF_ACCOUNT]
const QUOTATIONS = 3
const HOUR = 3_600
const SMALL = { ...LIMITS_OF_CALLS, login: LOGIN, quotation: lowered('quotation', QUOTATIONS) }
const USUAL = '192.0.2.10'
const HERE = '203.0.113.1'
const elsewhere = (n: number): string => `198.51.${Math.floor(n / 250)}.${(n % 250) + 1}`

/** A call whose work lasts until the test says how it ended. */
interface BegunCall {
  succeeded(): Promise<void>
  failed(error: unknown): Promise<void>
}

const pool = await openTestPool(8)
let ms = Date.parse('2026-11-18T15:00:00.000Z')
let statements = 0
beforeEach(async () => {
  ms += 86_400_000
  await pool.query('delete from vault.rate_counters')
  statements = 0
})

/** One process: known refusals are its own, counters are shared. */
function createProcess(limits: Limits = SMALL) {
  const db = {
    query: (...asked: Parameters<typeof pool.query>) => {
      statements += 1
      return pool.query(...asked)
    },
  } as typeof pool
  const { take } = createCallLimits(limits, {
    counters: createRateCounters(db, () => new Date(ms)),
    keyOfToday: async () => Buffer.alloc(32, 7),
    usualAddresses: { has: async (_account, address) => address === USUAL, add: async () => undefined },
    now: () => new Date(ms),
    monotonicMs: () => ms,
  })
  /** @returns the begun call, or the seconds to wait */
  return (name: CountedLimitName, address: string, account?: string, profile?: string) =>
    new Promise<BegunCall | number>((begun, broken) => {
      const response = new ServerResponse(new IncomingMessage(new Socket()))
      const call = { address, account, profile, findAccount: async () => account ?? '' }
      const work = () =>
        new Promise<void>((succeed, fail) =>
          begun({
            succeeded: () => (succeed(), result),
            failed: (error) => (fail(error), result.catch(() => undefined)),
          }),
        )
      const result = runCounted(() => take(name, call, response), work)
      result.catch((error: unknown) =>
        error instanceof Refusal && error.retryAfterSeconds !== undefined
          ? begun(error.retryAfterSeconds)
          : broken(error),
      )
    })
}
const passed = (answers: readonly (BegunCall | number)[]): number =>
  answers.filter((answer) => typeof answer === 'object').length
const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_none, n) => make(n))

test('a flood over its quota costs one query a second, and its refusals name the exact end of the window [LIM-4]', async () => {
  const ask = createProcess()
  for (let n = 0; n < QUOTATIONS; n += 1) await ask('quotation', HERE)
  expect(await ask('quotation', HERE)).toBe(HOUR)
  statements = 0
  ms += 500
  expect(await Promise.all(times(50, () => ask('quotation', HERE)))).toEqual(times(50, () => HOUR))
  expect(statements).toBe(0)
  expect(typeof (await ask('quotation', elsewhere(1)))).toBe('object')
  ms += 500
  expect(await ask('quotation', HERE)).toBe(HOUR - 1)
  ms += HOUR * 1_000 - 1_001
  expect(await ask('quotation', HERE)).toBe(1)
  ms += 1
  expect(typeof (await ask('quotation', HERE))).toBe('object')
})

test('a flood with another account each time leaves no rows behind', async () => {
  const ask = createProcess()
  await Promise.all(times(OF_NETWORK.max, (n) => ask('login', HERE, `account ${n}`)))
  await ask('login', HERE, 'one more')
  const rows = async () => (await pool.query('select from vault.rate_counters')).rowCount
  const before = await rows()
  statements = 0
  for (const answer of await Promise.all(times(50, (n) => ask('login', HERE, `random ${n}`))))
    expect(answer).toBe(OF_NETWORK.seconds)
  expect([statements, await rows()]).toEqual([0, before])
})

type Ask = ReturnType<typeof createProcess>
const fillAccount = (ask: Ask) => Promise.all(times(OF_ACCOUNT.max, (n) => ask('login', elsewhere(n), 'ana')))

test('a stranger at a full account costs no query, and its owner still signs in from a usual address', async () => {
  const ask = createProcess()
  await fillAccount(ask)
  expect(await ask('login', HERE, 'ana')).toBe(OF_ACCOUNT.seconds)
  statements = 0
  await Promise.all(times(20, () => ask('login', HERE, 'ana')))
  expect(statements).toBe(0)
  expect(typeof (await ask('login', USUAL, 'ana'))).toBe('object')
  // Refusals at one account do not limit the same address at others.
  expect(typeof (await ask('login', HERE, 'bruno'))).toBe('object')
})

test('an address is refused once it has used its quota of the hour or of the day up [PRIV-17]', async () => {
  const ask = createProcess({ ...LIMITS_OF_CALLS, 'rights-request': lowered('rights-request', 2, 3) })
  const passedOf = async (tries: number) =>
    passed(await Promise.all(times(tries, () => ask('rights-request', HERE))))
  expect(await passedOf(4)).toBe(2)
  ms += HOUR * 1_000
  expect(await passedOf(4)).toBe(1)
  ms += HOUR * 1_000
  expect(await passedOf(1)).toBe(0)
  expect(typeof (await ask('rights-request', '198.51.100.1'))).toBe('object')
  ms += 22 * HOUR * 1_000
  expect(await passedOf(1)).toBe(1)
})

test('a try that one quota refuses uses up nothing of the others', async () => {
  const ask = createProcess({ ...LIMITS_OF_CALLS, subscribe: lowered('subscribe', 2, 1) })
  const of = (profile: string) => ask('subscribe', HERE, undefined, profile)
  expect([typeof (await of('camila')), typeof (await of('camila'))]).toEqual(['object', 'number'])
  expect(typeof (await of('antonia'))).toBe('object')
})

test('a call that fails by a fault of the product stays counted, except where only answered ones count', async () => {
  for (const [name, next] of [
    ['register', 'number'],
    ['export-account', 'object'],
  ] as const) {
    const ask = createProcess({ ...LIMITS_OF_CALLS, [name]: lowered(name, 3) })
    for (let n = 0; n < 3; n += 1) await ((await ask(name, HERE)) as BegunCall).failed(new Error('a fault'))
    expect(typeof (await ask(name, HERE))).toBe(next)
  }
})

test('a /48 of IPv6 is one address', async () => {
  const ask = createProcess()
  const answers = await Promise.all(times(2 * QUOTATIONS, (n) => ask('quotation', `2001:db8:3:${n}::1`)))
  expect(passed(answers)).toBe(QUOTATIONS)
  expect(typeof (await ask('quotation', '2001:db8:2::1'))).toBe('object')
})
