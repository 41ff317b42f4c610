import { expect, test } from 'vitest'
import { z } from 'zod'
import { every, testTable } from '../../tests/support/every.ts'
import type { JsonObject } from '../event-store.ts'
import {
  CATALOGUE,
  UnknownEventVersion,
  definitionOf,
  readAs,
  readEvent,
  HISTORY_TYPES,
} from './catalogue.ts'
import { defineEvent } from './define.ts'
import { EVENT_GROUPS, EVENT_NAMES } from './event-names.ts'

const DEFINITIONS = [...CATALOGUE.values()].map((definition) => [definition.type, definition] as const)

const stored = (type: string, version: number, data: unknown) => ({ type, version, data: data as JsonObject })
const TAP = {
  visitId: '0190b5a0-7c1e-7d3a-8f00-000000000001',
  profileId: '0190b5a0-7c1e-7d3a-8f00-000000000002',
  visitorId: '0190b5a0-7c1e-7d3a-8f00-000000000003',
  source: 'nfc',
  referrer: 't.co',
  userAgent: 'Mozilla/5.0 (iPhone)',
  language: 'es-CL',
  request: 'get',
}

/** One that was changed twice: `channel` was renamed, and `touch` added. */
const TAPPED = defineEvent({
  type: 'Tapped',
  version: 3,
  data: { source: z.string(), touch: z.string().optional() },
  upcasters: { 1: ({ channel, ...old }) => ({ ...old, source: channel }), 2: (old) => old },
})

test('reading stored events: an event of an older version is read as today’s, by each upcaster in turn [LOG-4]', () => {
  const read = (version: number, data: unknown) => readAs(TAPPED, stored('Tapped', version, data)).data
  expect([
    read(1, { channel: 'nfc' }),
    read(2, { source: 'nfc' }),
    read(3, { source: 'nfc', touch: 'coarse' }),
  ]).toEqual([{ source: 'nfc' }, { source: 'nfc' }, { source: 'nfc', touch: 'coarse' }])
  expect(() => read(0, {})).toThrow(/no upcaster from version 0/)
})

test('reading stored events: an event of today’s version is read as it is, without what was erased', () => {
  expect(readEvent(stored('ProfileTapped', 1, TAP))).toEqual({ type: 'ProfileTapped', data: TAP })
  const erased = { ownerId: 'a' }
  expect(readEvent(stored('ProfileCreated', 1, erased))).toEqual({ type: 'ProfileCreated', data: erased })
})

test('reading stored events: an answer that was kept word for word is read as its template [LOG-4]', () => {
  const old = stored('RequestAnswered', 1, { outcome: 'refused', reason: 'No.', answer: 'No lo hicimos.' })
  expect(readEvent(old).data).toEqual({ outcome: 'refused', template: 'refused', reason: 'No.' })
  expect(readEvent(stored('RequestAnswered', 1, { outcome: 'done' })).data).toEqual({
    outcome: 'done',
    template: 'done',
  })
})

test('reading stored events: fields of another version are refused', () => {
  const { source: channel, ...tap } = TAP
  expect(() => readEvent(stored('ProfileTapped', 1, { ...tap, channel }))).toThrow(z.ZodError)
})

test('reading stored events: a newer version is refused, naming type and versions, and not guessed at', () => {
  const newer = () => readEvent(stored('ProfileTapped', 2, TAP))
  expect(newer).toThrow(UnknownEventVersion)
  expect(newer).toThrow(/ProfileTapped: version 2 .*\(1\)/)
})

test('reading stored events: an unknown type is refused', () => {
  expect(() => readEvent(stored('ProfileTaped', 1, TAP))).toThrow('unknown event type ProfileTaped')
  expect(() => definitionOf('constructor')).toThrow('unknown event type')
})

test('reading stored events: each version below today’s has an upcaster [LOG-4]', () =>
  every(DEFINITIONS, ({ version, upcasters }) =>
    expect(Object.keys(upcasters)).toEqual(Array.from({ length: version - 1 }, (_, n) => `${n + 1}`)),
  ))

const issuesOf = (schema: z.ZodType, value: unknown): readonly z.core.$ZodIssue[] =>
  schema.safeParse(value).error?.issues ?? []
/** Fields that the schema requires. */
const requiredBy = (schema: z.ZodObject): readonly string[] =>
  Object.keys(schema.shape).filter((field) =>
    issuesOf(schema, {}).some(({ path, code }) => path[0] === field && code !== 'unrecognized_keys'),
  )
const unknownIn = (schema: z.ZodType, value: unknown): boolean =>
  issuesOf(schema, value).some(({ code }) => code === 'unrecognized_keys')

test('unknown fields are refused on write and on read', () =>
  every(DEFINITIONS, ({ written, stored: read }) => {
    expect([unknownIn(written, { surprise: 1 }), unknownIn(read, { surprise: 1 })]).toEqual([true, true])
  }))

const PERSONAL = DEFINITIONS.filter(([, { personal }]) => personal.length > 0)

test('personal fields alone may be gone when an event is read', () =>
  every(DEFINITIONS, (definition) => {
    const kept = requiredBy(definition.written).filter((field) => !definition.personal.includes(field))
    expect(requiredBy(definition.stored)).toEqual(kept)
  }))

testTable(['LinkClicked', 'ContactDownloaded', 'VisitorIdentified'])(
  'the subject of an event of a visitor is the visitor of that profile, whose key is destroyed alone',
  (type) => {
    const subject = definitionOf(type).subjectOf({ profileId: 'p', visitorId: 'v' }, 'interaction-1')
    expect(subject).toBe('visitor-p.v')
    expect(definitionOf('SlugClaimed').subjectOf({ profileId: 'p' }, 'slug-1')).toBe('profile-p')
  },
)

test('the subject of an event is otherwise the stream itself', () => {
  const own = ['LinkClicked', 'ContactDownloaded', 'VisitorIdentified', 'SlugClaimed', 'SubjectUnblocked']
  const others = PERSONAL.filter(([, { subjectOf }]) => subjectOf({}, 'profile-1') !== 'profile-1')
  expect(others.map(([type]) => type).sort()).toEqual(own.sort())
})

test('each type that a history lists has one Spanish name of its own', () => {
  const types = EVENT_GROUPS.flatMap(({ names }) => Object.keys(names))
  expect(types.toSorted()).toEqual([...HISTORY_TYPES].toSorted())
  expect(new Set(EVENT_NAMES.values()).size).toBe(types.length)
})
