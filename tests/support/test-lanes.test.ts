import { expect, test } from 'vitest'
import { isInLane, processOf } from './test-lanes.ts'

const file = (path: string, text = '') => ({ path, text })

const PURE = file('contracts/a.test.ts')
const COMPONENT = file('web/A.test.tsx', '// @vitest-environment happy-dom\n')
const PG = file('services/a.pg.test.ts')
const COUNTED = file('services/b.pg.test.ts', "import { isLong } from '../tests/support/longer-runs.ts'")
const CONTRACT = file('services/c.pg.test.ts', "import { it } from './event-store.contract.ts'")
const STORY = file('tests/browser/d.story.test.ts')
const IN_LANES = ['faults', 'stores', 'browser', 'long', 'containers'].map((one) => file(`a.${one}.test.ts`))
const ALL = [PURE, COMPONENT, PG, COUNTED, CONTRACT, STORY, ...IN_LANES]

test.each([
  ['npm test', undefined, [PURE, COMPONENT, PG, COUNTED, CONTRACT, STORY]],
  ['unit', 'unit', [PURE, COMPONENT]],
  ['faults', 'faults', [IN_LANES[0]]],
  ['stores', 'stores', [CONTRACT, IN_LANES[1]]],
  ['browsers', 'browsers', [IN_LANES[2]]],
  ['long', 'long', [COUNTED, IN_LANES[3]]],
  ['containers', 'containers', [IN_LANES[4]]],
])('%s has its files', (_name, lane, files) => {
  expect(ALL.filter((one) => isInLane(lane, one))).toEqual(files)
})

test('tests over a user’s own server run over one in a container, too', () => {
  const own = file('tests/starting/database-url.faults.test.ts')
  expect(['faults', 'containers', undefined].map((lane) => isInLane(lane, own))).toEqual([true, true, false])
})

test('files that start programs have processes of their own', () => {
  expect([PURE, PG, COMPONENT].map(processOf)).toEqual(['shared', 'shared', 'document'])
  expect([STORY, file('services/a.server.test.ts'), ...IN_LANES].map(processOf)).toEqual(
    Array.from({ length: 7 }, () => 'own'),
  )
})
