import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { read } from '@e965/xlsx'
import { Refusal } from '@app/contracts/refusals.ts'
import { afterEach, expect, test } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { createReports, type Reports, type ReportsOptions } from './reports.ts'
import { busyAnalytics, materialOf } from './testing/sample-material.ts'

const WILFUL = new URL('./testing/wilful-worker.mjs', import.meta.url)
/** Long enough for a worker to start on a busy machine, short enough to wait for. */
const SHORT_MS = 2_000
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

const empty = busyAnalytics('7d')
const { signal: nobodyLeaves } = new AbortController()
/** Answers the report's text or its refusal. */
const request = async (reports: Reports, slug: string, ending = nobodyLeaves): Promise<string> => {
  try {
    return String(await reports.make(materialOf(empty, { pageAddress: slug }), ending))
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error)
  }
}

test('a report is made by a thread of its own', async () => {
  const reports = createReports({ timeLimitMs: TEST_TIMEOUT_MS })
  const report = await reports.make(materialOf(busyAnalytics('12m', 200)), nobodyLeaves)
  expect(read(report).Sheets['Visitantes']?.['!ref']).toBe('A1:F201')
})

test('a report ends when its reader has gone, and all end at a stop', async () => {
  const reports = wilful()
  const reader = new AbortController()
  const gone = request(reports, 'wait', reader.signal)
  const waiting = request(reports, 'wait')
  reader.abort()
  expect(await gone).toBe('unavailable')
  await reports.stop()
  expect(await waiting).toBe('unavailable')
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

const DIST = process.env.PRODUCT_DIST ?? fileURLToPath(new URL('../../../dist', import.meta.url))
const MEASURED = fileURLToPath(new URL('./testing/report-memory.child.mjs', import.meta.url))

test('a year with 200 visitors takes at most 100 MB more than the idle process [SPEED-9]', async () => {
  const program = [MEASURED, join(DIST, 'report-worker.mjs')]
  const { stdout } = await promisify(execFile)(process.execPath, program)
  const { bytes, idle, grown } = JSON.parse(stdout) as Record<'bytes' | 'idle' | 'grown', number>
  console.info(`a report of ${bytes} bytes: ${Math.round(grown)} MB above ${Math.round(idle)} MB`)
  expect(bytes).toBeGreaterThan(20_000)
  expect(grown).toBeLessThan(100)
})
