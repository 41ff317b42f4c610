import { STORE_LIMITS, type Expected, type JsonObject, type NewEvent } from '@app/contracts/event-store.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import {
  checkExpected,
  checkLimit,
  checkStream,
  faultInMeta,
  prepareEvents,
  judgeAppend,
  type AppendVerdict,
} from './check-append.ts'

const event: NewEvent = {
  id: '0190b5a0-7c1e-7d3a-8f00-000000000001',
  type: 'ProfileTapped',
  version: 1,
  data: { visitId: 'v1', ok: true, at: 1.5, none: null, list: [1, 'a', { deep: [] }] },
  meta: {
    actor: { kind: 'visitor', id: 'ana' },
    occurredAt: '2026-03-02T12:00:00.000Z',
    correlationId: 'c1',
    causationId: null,
  },
}
const withData = (data: unknown): NewEvent => ({ ...event, data: data as JsonObject })
const withMeta = (change: object): NewEvent => ({ ...event, meta: { ...event.meta, ...change } })
const prepare = (...events: readonly unknown[]) => prepareEvents('visit-1', events as readonly NewEvent[])
const invalidAt = (place: string) =>
  expect.objectContaining({ code: 'Invalid', message: expect.stringContaining(place) as string }) as unknown
const TOO_LARGE = expect.objectContaining({ code: 'TooLarge' }) as unknown
const otherId = (n: number) => event.id.slice(0, -3) + String(n).padStart(3, '0')

test('a valid append has ids in lower case and the text of JSON.stringify, even if its data changes later', () => {
  const data = { b: 1, left: undefined, a: ['ñ', '😀', '\n'], word: 'before' }
  const [prepared] = prepare({ ...withData(data), id: event.id.toUpperCase() })
  data.word = 'after'
  expect(prepared?.id).toBe(event.id)
  expect(prepared?.dataJson).toBe('{"b":1,"a":["ñ","😀","\\n"],"word":"before"}')
  expect(JSON.parse(prepared?.metaJson ?? '')).toEqual(event.meta)
  expect(faultInMeta(JSON.parse(prepared?.metaJson ?? ''))).toBeUndefined()
  expect(prepare(withData(Object.assign(Object.create(null), { a: 1 })))[0]?.dataJson).toBe('{"a":1}')
  expect(prepare(...Array.from({ length: 500 }, (_, n) => ({ ...event, id: otherId(n) })))).toHaveLength(500)
})

const cycle: Record<string, unknown> = {}
cycle['self'] = cycle

const REFUSED: readonly (readonly [what: string, event: unknown, place: string])[] = [
  ['BigInt', withData({ a: [{ b: 1n }] }), 'events[0].data.b: bigint is not JSON'],
  ['undefined in an array', withData({ a: [1, undefined] }), 'data.1: undefined'],
  ['a function', withData({ a: () => 1 }), 'data.a: function'],
  ['NaN', withData({ a: NaN }), 'data.a: not a JSON number'],
  ['minus zero', withData({ a: -0 }), 'data.a: not a JSON number'],
  ['a lone surrogate', withData({ a: 'x\ud83d' }), 'data: a NUL character, or a lone surrogate'],
  ['a NUL', withData({ a: ['b\0'] }), 'data: a NUL character, or a lone surrogate'],
  ['a NUL in meta', withMeta({ correlationId: 'c\0' }), 'events[0].meta: a NUL'],
  ['a Date', withData({ a: new Date(0) }), 'data.a: not a plain object'],
  ['its own toJSON', withData({ toJSON: () => 1 }), 'data.toJSON: function'],
  ['a cycle', withData(cycle), 'a cycle'],
  ['an array as data', withData([1]), 'events[0].data: not an object'],
  ['null as data', withData(null), 'events[0].data: not an object'],
  ['no event', null, 'events[0]: not an event'],
  ['no id', { ...event, id: undefined }, 'events[0].id'],
  ['an id that is no UUID', { ...event, id: 'visit-1' }, 'events[0].id'],
  ['a type in lower case', { ...event, type: 'tapped' }, 'events[0].type'],
  ['a type of the system', { ...event, type: '$metadata' }, 'events[0].type'],
  ['a type too long', { ...event, type: 'X'.repeat(33) }, 'events[0].type'],
  ['version 0', { ...event, version: 0 }, 'events[0].version'],
  ['a version too big', { ...event, version: 2 ** 31 }, 'events[0].version'],
  ['no meta', { ...event, meta: undefined }, 'events[0].meta'],
  ['no actor', withMeta({ actor: undefined }), 'meta.actor'],
  ['an unknown kind of actor', withMeta({ actor: { kind: 'robot', id: 'r' } }), 'meta.actor'],
  ['a local time', withMeta({ occurredAt: '2026-03-02T12:00:00.000-03:00' }), 'meta.occurredAt'],
  ['a month 13', withMeta({ occurredAt: '2026-13-02T12:00:00.000Z' }), 'meta.occurredAt'],
  ['no correlation', withMeta({ correlationId: undefined }), 'meta.correlationId'],
  ['no causation', withMeta({ causationId: undefined }), 'meta.causationId'],
  ['a key that is no text', withMeta({ keyRef: 1 }), 'meta.keyRef'],
]

testTable(REFUSED)(
  'data that JSON would lose or change, and a faulty envelope, are refused with their path [LOG-5]',
  (_what, broken, place) => expect(() => prepare(broken)).toThrow(invalidAt(place)),
)

test('no events, too many, and an id twice whatever its case are refused', () => {
  expect(() => prepare()).toThrow(invalidAt('not 1..500'))
  expect(() => prepareEvents('visit-1', undefined as unknown as [])).toThrow(invalidAt('not 1..500'))
  expect(() => prepare(...Array<NewEvent>(501).fill(event))).toThrow(invalidAt('not 1..500'))
  expect(() => prepare(event, { ...event, id: event.id.toUpperCase() })).toThrow(invalidAt('twice'))
})

testTable(['', '1a', '$all', 'a b', 'a/b', 'ñ', 'a\n', 'x'.repeat(201)])(
  'a stream has a plain name',
  (stream) => {
    expect(() => prepareEvents(stream, [event])).toThrow(invalidAt('not a stream name'))
    expect(() => checkStream(stream)).toThrow(invalidAt('not a stream name'))
  },
)

/** `event` with as much text as makes data and meta together this many bytes. */
const ofBytes = (bytes: number, id = event.id, letter = 'x'): NewEvent => {
  const frame = JSON.stringify({ text: '' }).length + JSON.stringify(event.meta).length
  return { ...withData({ text: letter.repeat((bytes - frame) / Buffer.byteLength(letter)) }), id }
}

test('an event may have 256 KiB of JSON in UTF-8, an append 1,000,000 bytes, and not one byte more', () => {
  expect(() => prepare(ofBytes(STORE_LIMITS.eventBytesMax))).not.toThrow()
  expect(() => prepare(ofBytes(STORE_LIMITS.eventBytesMax + 1))).toThrow(TOO_LARGE)
  expect(() => prepare(ofBytes(STORE_LIMITS.eventBytesMax + 4, event.id, 'é'))).toThrow(TOO_LARGE)
  const most = [7, 8, 9].map((n) => ofBytes(250_000, otherId(n)))
  expect(() => prepare(...most, ofBytes(250_000))).not.toThrow()
  expect(() => prepare(...most, ofBytes(250_001))).toThrow(TOO_LARGE)
})

test('whatever JSON is accepted reads back equal', () => {
  const anything = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }))
  fc.assert(
    fc.property(anything, (data) => {
      const text = JSON.stringify(data)
      const refused =
        text.includes('\\u0000') || JSON.stringify(JSON.parse(text)) !== text || hasMinusZero(data)
      if (refused) return
      expect(JSON.parse(prepare(withData(data))[0]?.dataJson ?? '')).toEqual(data)
    }),
    { seed: Number(process.env.TEST_SEED) },
  )
})

const hasMinusZero = (value: unknown): boolean =>
  Object.is(value, -0) ||
  (typeof value === 'object' && value !== null && Object.values(value).some(hasMinusZero))

test('an expectation is noStream or a revision, and a page has 1 to 10,000 events', () => {
  for (const expected of ['noStream', 0n] as const) expect(() => checkExpected(expected)).not.toThrow()
  for (const expected of [-1n, 2n ** 63n, 0, 'any', undefined])
    expect(() => checkExpected(expected as Expected)).toThrow(invalidAt('expected'))
  for (const limit of [1, STORE_LIMITS.readLimitMax]) expect(() => checkLimit(limit)).not.toThrow()
  for (const limit of [0, -1, 1.5, NaN, STORE_LIMITS.readLimitMax + 1])
    expect(() => checkLimit(limit)).toThrow(invalidAt('limit'))
})

/** The same rule written otherwise: compare the append with the stream, event by event. */
function judgedByOverlay(stored: readonly string[], before: number, ids: readonly string[]) {
  const actual = stored.length === 0 ? 'noStream' : BigInt(stored.length - 1)
  const kept = stored.slice(0, before + 1)
  const after = [...kept, ...ids]
  if (kept.length <= before) return { kind: 'conflict', actual }
  if (kept.length === stored.length) return { kind: 'write' }
  const changesNothing = after.length <= stored.length && after.every((id, at) => id === stored[at])
  return changesNothing
    ? { kind: 'replayed', lastRevision: BigInt(after.length - 1) }
    : { kind: 'conflict', actual }
}

test('every append is decided like a comparison with its stream [LOG-2]', () => {
  // Two letters only, so that retries, prefixes and near misses are common.
  const letters = fc.array(fc.constantFrom('a', 'b'), { maxLength: 4 })
  const append = fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 4 })
  const seen = new Set<AppendVerdict['kind']>()
  const property = fc.property(letters, fc.integer({ min: -1, max: 5 }), append, agrees)
  function agrees(stored: string[], before: number, ids: string[]) {
    const idsAfterExpected = stored.slice(before + 1, before + 1 + ids.length)
    const found = { head: BigInt(stored.length - 1), idsAfterExpected }
    const verdict = judgeAppend(found, before === -1 ? 'noStream' : BigInt(before), ids)
    seen.add(verdict.kind)
    expect(verdict).toEqual(judgedByOverlay(stored, before, ids))
  }
  fc.assert(property, { seed: Number(process.env.TEST_SEED), numRuns: 2_000 })
  expect([...seen].sort()).toEqual(['conflict', 'replayed', 'write'])
})
