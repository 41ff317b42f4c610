import { readdirSync, readFileSync } from 'node:fs'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { afterEach, expect, test } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { createReports, type Reports, type ReportsOptions } from './reports.ts'
import { busyAnalytics, emptyAnalytics, materialOf } from './testing/sample-material.ts'
import { openReport } from './testing/opened-report.ts'

const WILFUL = new URL('./testing/wilful-worker.mjs', import.meta.url)
/** Long enough for a worker to start on a busy machine, short enough to wait for. */
const SHORT_MS = 2_000
/** A thread of low priority waits for other work on the machine. */
const TEST_TIMEOUT_MS = 120_000

const opened: Reports[] = []
function wilful(options: ReportsOptions = {}): Reports {
  const reports = createReports({ worker: WILFUL, ...options })
  opened.push(reports)
  return reports
}
afterEach(async () => {
  for (const reports of opened.splice(0)) await reports.stop()
})

const empty = emptyAnalytics('7d')
let requests = 0
/** Answers the report's text or its refusal. By default each request is of another account. */
const request = async (
  reports: Reports,
  slug: string,
  by = `account-${(requests += 1)}`,
): Promise<string> => {
  try {
    return String(await reports.make(materialOf(empty, { pageAddress: slug }), by))
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error)
  }
}

const isLinux = process.platform === 'linux'
/** Counts threads by niceness: the 19th word of a thread's line, after a name that may have blanks. */
const withLowPriority = (): number =>
  readdirSync('/proc/self/task').filter((thread) => {
    const line = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[16] === '10'
  }).length

test(
  'reports are made one after the other, each by a thread of low priority',
  { timeout: TEST_TIMEOUT_MS },
  async () => {
    const before = isLinux ? withLowPriority() : 0
    const reports = createReports({ timeLimitMs: TEST_TIMEOUT_MS })
    const both = Promise.all([
      reports.make(materialOf(busyAnalytics('12m', 200)), 'ana'),
      reports.make(materialOf(empty, { pageAddress: 'otra' }), 'bea'),
    ])
    let most = 0
    const watching = setInterval(() => (most = Math.max(most, withLowPriority())), 10)
    const [first, second] = await both
    clearInterval(watching)
    if (isLinux) expect(most).toBe(before + 1)
    expect((await openReport(first)).sheet('Visitantes').rowCount).toBe(201)
    expect((await openReport(second)).sheet('Resumen').getCell('B3').text).toBe('otra')
  },
)

test(`a request beyond ${LIMITS.reportsWaitingMax} pending ones is refused with a time to retry, and all at a stop`, async () => {
  const reports = wilful()
  const waiting = Array.from({ length: LIMITS.reportsWaitingMax }, () => request(reports, 'wait'))
  expect(await reports.make(materialOf(empty), 'next').catch((error: unknown) => error)).toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 5,
  })
  await reports.stop()
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['unavailable']))
})

test('repeated requests of one caller leave others a slot', async () => {
  const reports = wilful()
  const own = Array.from({ length: LIMITS.reportsWaitingMax }, () => request(reports, 'mine', 'greedy'))
  const other = await request(reports, 'other', 'modest')
  expect(other).toMatch(/^other/)
  const answers = await Promise.all(own)
  expect(answers.filter((answer) => answer.startsWith('mine'))).toHaveLength(LIMITS.reportsOfAccountMax)
  expect(new Set(answers.slice(LIMITS.reportsOfAccountMax))).toEqual(new Set(['unavailable']))
  expect(await request(reports, 'again', 'greedy')).toMatch(/^again/)
})

testTable([
  ['die', 'unavailable'],
  ['throw', 'unavailable'],
  ['hang', 'unavailable'],
  ['wait', 'unavailable'],
  ['refuse', 'Error: Error: this one cannot be made'],
])('a worker that fails, or takes too long, fails alone', async (slug, answer) => {
  const reports = wilful({ timeLimitMs: SHORT_MS })
  const [failed, next] = await Promise.all([slug, 'next'].map((one) => request(reports, one)))
  expect([failed, next]).toEqual([answer, expect.stringMatching(/^next/)])
})
