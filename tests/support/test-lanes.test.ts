import { expect, test } from 'vitest'
import { isInLane, processOf } from './test-lanes.ts'

const file = (path: string, text = '') => ({ path, text })

const PURE = file('contracts/a.test.ts')
const PG = file('services/a.pg.test.ts')
const LONG = file('tests/a.long.test.ts')
const COUNTED = file('services/b.pg.test.ts', "import { isLong } from '../tests/support/longer-runs.ts'")
const BROWSER = file('tests/browser/c.browser.test.ts', "import { launchBrowser } from '../browser.ts'")
const CONTAINERS = file('tests/d.containers.test.ts')
const EXTERNAL = file('tests/starting/database-url.pg.test.ts')
const COMPONENT = file('web/A.test.tsx', '// @vitest-environment happy-dom\n')

test('the unit lane has what starts nothing', () => {
  const all = [PURE, PG, LONG, COUNTED, COMPONENT]
  expect(all.filter((one) => isInLane('unit', one))).toEqual([PURE, COMPONENT])
})

test('the long lane has long files and those with longer counts, and another lane those of the browser', () => {
  const all = [PURE, PG, LONG, COUNTED, COMPONENT, BROWSER]
  expect(all.filter((one) => isInLane('long', one))).toEqual([LONG, COUNTED])
  expect(all.filter((one) => isInLane('screens', one))).toEqual([BROWSER])
})

test('without a lane all files run but the long ones', () => {
  const all = [PURE, PG, LONG, COUNTED, COMPONENT]
  expect(all.filter((one) => isInLane(undefined, one))).toEqual([PURE, PG, COUNTED, COMPONENT])
})

test('the lane of containers has what needs an engine, and no other has', () => {
  const all = [PURE, PG, LONG, COUNTED, BROWSER, CONTAINERS, EXTERNAL]
  expect(all.filter((one) => isInLane('containers', one))).toEqual([CONTAINERS, EXTERNAL])
  for (const lane of [undefined, 'unit', 'long', 'screens']) expect(isInLane(lane, CONTAINERS)).toBe(false)
  expect(isInLane(undefined, EXTERNAL)).toBe(true)
})

test('files that start programs have processes of their own', () => {
  expect([PURE, PG, COMPONENT, LONG].map(processOf)).toEqual(['shared', 'shared', 'document', 'own'])
  expect(processOf(file('services/a.server.test.ts'))).toBe('own')
})

test('files that drive a browser, kill products, or try a store are heavy', () => {
  const heavy = [
    BROWSER,
    file('tests/browser/engines/a.long.test.ts'),
    file('tests/kills/a.pg.test.ts'),
    file('services/a.pg.test.ts', "import { eventStoreContract } from './event-store.contract.ts'"),
  ]
  expect(heavy.map(processOf)).toEqual(heavy.map(() => 'heavy'))
  const memory = file('services/a.test.ts', "import { eventStoreContract } from './event-store.contract.ts'")
  expect([memory, file('tests/truth/a.pg.test.ts')].map(processOf)).toEqual(['shared', 'shared'])
})
