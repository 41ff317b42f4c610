import { readdirSync, readFileSync } from 'node:fs'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { eventually } from '../../tests/support/eventually.ts'
import { createReports, type Reports, type ReportsOptions } from './reports.ts'
import { busyAnalytics, emptyAnalytics, materialOf } from './testing/sample-material.ts'
import { openReport } from './testing/opened-report.ts'

const WILFUL = new URL('./testing/wilful-worker.mjs', import.meta.url)
/** Long enough for a worker to start on a busy machine, short enough to wait for. */
const SHORT_MS = 2_000
/** A thread that steps back waits for all that runs beside this test. */
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
/** What becomes of a report: its words, or how it was refused. */
let asked = 0
/** Each time by somebody else, unless it is said by whom. */
const ask = async (reports: Reports, slug: string, by = `account-${(asked += 1)}`): Promise<string> => {
  try {
    return String(await reports.make(materialOf(empty, { pageAddress: slug }), by))
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error)
  }
}

const isLinux = process.platform === 'linux'
/** Niceness of each thread of this process: the 19th word of its line, behind the name that may hold blanks. */
const withLowPriority = (): number =>
  readdirSync('/proc/self/task').filter((thread) => {
    const line = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[16] === '10'
  }).length

test(
  'a report is made by one thread that steps back for all others',
  { timeout: TEST_TIMEOUT_MS },
  async () => {
    const before = isLinux ? withLowPriority() : 0
    const reports = createReports({ timeLimitMs: TEST_TIMEOUT_MS })
    const [first, second] = await Promise.all([
      reports.make(materialOf(busyAnalytics('12m', 200)), 'ana'),
      reports.make(materialOf(empty, { pageAddress: 'otra' }), 'bea'),
    ])
    if (isLinux) expect(withLowPriority()).toBe(before + 1)
    expect((await openReport(first)).sheet('Visitantes').rowCount).toBe(201)
    expect((await openReport(second)).sheet('Resumen').getCell('B3').text).toBe('otra')
    await reports.stop()
  },
)

test('requests are served in their order, all by one worker', async () => {
  const reports = wilful()
  const slugs = ['a', 'b', 'c', 'd']
  const answers = await Promise.all(slugs.map((slug) => ask(reports, slug)))
  expect(answers.map((answer) => answer.slice(0, 1))).toEqual(slugs)
  expect(new Set(answers.map((answer) => answer.slice(1))).size).toBe(1)
})

test(`no more than ${LIMITS.reportsWaitingMax} are under way or wait, and the next is refused with a time to retry`, async () => {
  const reports = wilful()
  const waiting = Array.from({ length: LIMITS.reportsWaitingMax }, () => ask(reports, 'wait'))
  expect(await reports.make(materialOf(empty), 'next').catch((error: unknown) => error)).toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 5,
  })
  await reports.stop()
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => 'Error: reports are stopped'))
  expect(await ask(reports, 'next')).toMatch(/^next/)
})

test('repeated requests of one caller leave others a slot', async () => {
  const reports = wilful()
  const own = Array.from({ length: LIMITS.reportsWaitingMax }, () => ask(reports, 'mine', 'greedy'))
  const other = await ask(reports, 'other', 'modest')
  expect(other).toMatch(/^other/)
  const answers = await Promise.all(own)
  expect(answers.filter((answer) => answer.startsWith('mine'))).toHaveLength(LIMITS.reportsOfAccountMax)
  expect(new Set(answers.slice(LIMITS.reportsOfAccountMax))).toEqual(new Set(['unavailable']))
  expect(await ask(reports, 'again', 'greedy')).toMatch(/^again/)
})

describe('a worker that', () => {
  test.each(['die', 'throw'])('does %s refuses all that wait, and a new one serves the next', async (end) => {
    const reports = wilful()
    const first = await ask(reports, 'first')
    expect(await Promise.all(['fine', end, 'behind', 'too'].map((slug) => ask(reports, slug)))).toEqual([
      first.replace('first', 'fine'),
      'unavailable',
      'unavailable',
      'unavailable',
    ])
    const anew = await ask(reports, 'first')
    expect(anew).toMatch(/^first of/)
    expect(anew).not.toBe(first)
  })

  test.each(['hang', 'wait'])('does only %s is ended in time, with all behind it', async (instead) => {
    const reports = wilful({ timeLimitMs: SHORT_MS })
    expect(await Promise.all([instead, 'behind'].map((slug) => ask(reports, slug)))).toEqual([
      'unavailable',
      'unavailable',
    ])
    expect(await ask(reports, 'next')).toMatch(/^next/)
  })

  test('cannot make one report goes on with the next', async () => {
    const reports = wilful()
    const [refused, next] = await Promise.all(['refuse', 'next'].map((slug) => ask(reports, slug)))
    expect(refused).toBe('Error: Error: this one cannot be made')
    expect(next).toMatch(/^next/)
  })

  test('has nothing to do is ended, with its memory', async () => {
    const reports = wilful({ idleMs: 1 })
    const first = await ask(reports, 'x')
    await eventually(async () => expect(await ask(reports, 'x')).not.toBe(first))
  })
})
