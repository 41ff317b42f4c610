import { expect, test } from 'vitest'
import { sourceFiles } from '../support/source-files.ts'
import { isAboutFacts, isMarked } from './facts-mark.ts'

const NONE = 'import { test } from "vitest"\n'

test.each([
  'tests/kills/killing.pg.test.ts',
  'tests/truth/truth.pg.test.ts',
  'tests/erasure/attack.long.test.ts',
  'projections/traffic/order.pg.test.ts',
  'services/processes/interleaving.test.ts',
  'services/event-store/postgres/postgres-store.pg.test.ts',
  'services/ops/commands/erase-command.pg.test.ts',
  'services/api/accounts/auth-races.pg.test.ts',
])('%s is about facts by its name', (path) => {
  expect(isAboutFacts({ path, text: NONE })).toBe(true)
})

test.each([
  'if (await waitsForLock(db, rival)) return',
  "test('two codes redeemed at the same time make one account', () => undefined)",
  "test.each([1, 2])('%d rivals make one account', () => undefined)",
])('«%s» shows a race', (text) => {
  expect(isAboutFacts({ path: 'services/api/a.pg.test.ts', text })).toBe(true)
  expect(isAboutFacts({ path: 'services/api/a.pg.test.ts', text: NONE })).toBe(false)
})

test('tests of kills, truth, erasures, stores and races have the mark, so that wrong facts are never retried', () => {
  const facts = sourceFiles(/\.test\.ts$/).filter(isAboutFacts)
  expect(facts.length).toBeGreaterThan(80)
  const unmarked = facts.filter((file) => !isMarked(file)).map(({ path }) => path)
  expect(unmarked, 'put this line on top of them: // @module-tag' + ' facts').toEqual([])
})
