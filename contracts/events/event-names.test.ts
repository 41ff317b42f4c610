import { expect, test } from 'vitest'
import { EVENT_GROUPS, EVENT_NAMES } from './event-names.ts'
import { HISTORY_TYPES } from '../audit/history-types.ts'

test('each type that a history lists has one Spanish name of its own', () => {
  const types = EVENT_GROUPS.flatMap(({ names }) => Object.keys(names))
  expect(types.toSorted()).toEqual([...HISTORY_TYPES].toSorted())
  expect(new Set(EVENT_NAMES.values()).size).toBe(types.length)
})
