import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { prepareClone, ROOT } from './ready.mjs'

/** `npm run test:dates`: `npm test` under other dates, by Debian's faketime. Names of dates choose some of them. */

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const [nowMs, year] = [Date.now(), new Date().getFullYear()]

const zone = new Intl.DateTimeFormat('en', { timeZone: 'America/Santiago', timeZoneName: 'longOffset' })
const offsetAt = (/** @type {number} */ ms) => zone.format(ms)

/** @returns {readonly number[]} half an hour before each of the next two changes of Santiago's clock */
function beforeChanges() {
  const hours = Array.from(
    { length: 400 * 24 },
    (_, n) => Math.ceil(nowMs / DAY_MS) * DAY_MS + n * 60 * MINUTE_MS,
  )
  return hours.filter((ms) => offsetAt(ms) !== offsetAt(ms - MINUTE_MS)).map((ms) => ms - 30 * MINUTE_MS)
}
const leapYear = [0, 1, 2, 3, 4].map((n) => year + 1 + n).find((one) => new Date(one, 1, 29).getMonth() === 1)
const [firstChange = 0, secondChange = 0] = beforeChanges()

const DATES = new Map([
  ['+8', nowMs + 8 * DAY_MS],
  ['+40', nowMs + 40 * DAY_MS],
  ['+400', nowMs + 400 * DAY_MS],
  ['new-year', Date.parse(`${year}-12-31T23:30:00-03:00`)],
  ['leap-day', Date.parse(`${leapYear}-02-29T12:00:00-03:00`)],
  ['first-change', firstChange],
  ['second-change', secondChange],
])

const named = process.argv.slice(2)
const unknown = named.filter((name) => !DATES.has(name))
if (unknown.length > 0) {
  console.error(`no such date: ${unknown.join(', ')}. There are ${[...DATES.keys()].join(', ')}.`)
  process.exit(2)
}
if (spawnSync('faketime', ['--version']).error) {
  console.error('faketime is missing: apt-get install faketime')
  process.exit(1)
}
await prepareClone({ build: true })
/** Monotonic clocks and times of files stay real. */
const env = { ...process.env, FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' }
const results = [...DATES]
  .filter(([name]) => named.length === 0 || named.includes(name))
  .map(([name, ms]) => {
    console.log(`\n== ${name}: ${new Date(ms).toISOString()}`)
    // Relative, because an absolute time would begin anew in each process.
    const ahead = `+${Math.round((ms - Date.now()) / 1_000)}s`
    const args = ['-f', ahead, process.execPath, join(ROOT, 'scripts/test.mjs')]
    return { name, isGreen: spawnSync('faketime', args, { cwd: ROOT, stdio: 'inherit', env }).status === 0 }
  })
console.log()
for (const { name, isGreen } of results) console.log(`${name.padEnd(14)} ${isGreen ? 'passed' : 'FAILED'}`)
process.exitCode = results.every(({ isGreen }) => isGreen) ? 0 : 1
