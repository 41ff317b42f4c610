import { expect, test } from 'vitest'
import { CATALOGUE } from './catalogue.ts'
import { EVENT_GROUPS, EVENT_NAMES } from './event-names.ts'

/** Traffic, of which no history is kept. */
const UNNAMED = ['ContactDownloaded', 'LinkClicked', 'PagePreviewed', 'ProfileTapped', 'VisitorIdentified']

test('each type of event but traffic has one Spanish name of its own', () => {
  const types = EVENT_GROUPS.flatMap(({ names }) => Object.keys(names))
  expect([...types, ...UNNAMED].toSorted()).toEqual([...CATALOGUE.keys()].toSorted())
  expect(new Set(EVENT_NAMES.values()).size).toBe(types.length)
})
