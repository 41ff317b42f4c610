import { expect, test } from 'vitest'
import { sourceFiles } from '../support/source-files.ts'
import { isOfTests, waitFaultsIn } from './waits.ts'

const faultsIn = (text: string) => waitFaultsIn({ path: 'a.test.ts', text })

test.each([
  'await vi.waitFor(() => expect(heard).toBe(1))',
  'await vi\n    .waitUntil(isHeld)',
  'await expect.poll(statuses, { timeout: 3_000, interval: 20 }).toEqual(GONE)',
  'await expect.poll(statuses, { timeout: GONE_MS_MAX }).toEqual(GONE)',
  'const WITHIN = { timeout: 3_000 }',
  'while (!(await isHeld(database))) await pause(1)',
  'for (let waited = 0; waited < SEEN_MS_MAX; waited += LOOK_EVERY_MS) {',
  'expect(performance.now() - started).toBeLessThan(3_000)',
  'expect.soft(performance.now() - started, outage).toBeLessThan(WRITE_MS_MAX)',
  'expect(await elapsedMs(heard.stop())).toBeLessThan(200)',
  'const browser = await chromium.launch({ headless: true })',
  'await page.clock.install()',
])('«%s» is refused', (text) => {
  expect(faultsIn(text)).toHaveLength(1)
})

test.each([
  'await eventually(() => expect(heard).toBe(1))',
  'await expect.poll(statuses, { interval: 20 }).toEqual(GONE)',
  'while (ledger.acknowledged.size < point) await pause(1, undefined, { signal })',
  'expect(sinceMs()).toBeLessThan(3_000)',
  'expect(performance.now() - started).toBeGreaterThan(1_900)',
  'await page.clock.install({ time: api.clock.now() })',
])('«%s» is fine', (text) => {
  expect(faultsIn(text)).toEqual([])
})

test('tests wait up to one limit that is the same for all, compare no times that a busy machine makes longer, and open pages in one place', () => {
  const files = sourceFiles(/\.tsx?$/).filter(isOfTests)
  expect(files.length).toBeGreaterThan(700)
  expect(files.flatMap(waitFaultsIn)).toEqual([])
})
