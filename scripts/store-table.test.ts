import { expect, test } from 'vitest'
import { serversIn, storeTableOf } from './store-table.mjs'

const cases = (store: string, theme: string, ...states: string[]) =>
  states.map((state) => ({ store, theme, state }))

test('each theme has a row, each store has a column, and failures are visible', () => {
  const table = storeTableOf([
    ...cases('EventStoreDB', 'appending', 'passed', 'failed'),
    ...cases('EventStoreDB', 'reading', 'skipped'),
    ...cases('memory', 'appending', 'passed', 'passed'),
    ...cases('memory', 'reading', 'passed'),
  ])
  expect(table.split('\n')).toEqual([
    '  theme       memory   EventStoreDB',
    '  appending      2/2            1/2',
    '  reading        1/1            0/1',
    '  all            3/3            1/3',
  ])
})

test('a server is named once, as in its suite', () => {
  const output =
    'event store contract on memory: TEST_SEED=7\n\nevent store contract on EventStoreDB: TEST_SEED=7\nevent store contract on EventStoreDB: a stand-in\nother words\n'
  expect(serversIn(output + output)).toEqual(['behind EventStoreDB stood: a stand-in'])
})
