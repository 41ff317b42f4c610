import type { JsonObject, NewEvent } from '@app/contracts/event-store.ts'
import { STORE_LIMITS } from '@app/contracts/limits/limits.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import {
  checkLimit,
  checkPosition,
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
const prepare = (...events: readonly NewEvent[]) => prepareEvents('visit-1', events)
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
  expect(prepare(...Array.from({ length: 500 }, (_, n) => ({ ...event, id: otherId(n) })))).toHaveLength(500)
})

const REFUSED: readonly (readonly [what: string, change: object, place: string])[] = [
  ['a lone surrogate', { data: { a: 'x\ud83d' } }, 'events[0]: a NUL character, or a lone surrogate'],
  ['a NUL', { data: { a: ['b\0'] } }, 'a NUL character, or a lone surrogate'],
  ['a NUL in meta', { meta: { ...event.meta, correlationId: 'c\0' } }, 'a NUL'],
  ['an array as data', { data: [1] }, 'events[0].data: not an object'],
  ['an id that is no UUID', { id: 'visit-1' }, 'events[0].id'],
  ['a type in lower case', { type: 'tapped' }, 'events[0].type'],
  ['a type of the system', { type: '$metadata' }, 'events[0].type'],
  ['a type too long', { type: 'X'.repeat(33) }, 'events[0].type'],
  ['version 0', { version: 0 }, 'events[0].version'],
  ['a version too big', { version: 2 ** 31 }, 'events[0].version'],
  ['no meta', { meta: undefined }, 'events[0].meta'],
]
const WRONG_META: readonly (readonly [what: string, change: object, place: string])[] = [
  ['no actor', { actor: undefined }, 'meta.actor'],
  ['an unknown kind of actor', { actor: { kind: 'robot', id: 'r' } }, 'meta.actor'],
  ['a local time', { occurredAt: '2026-03-02T12:00:00.000-03:00' }, 'meta.occurredAt'],
  ['a month 13', { occurredAt: '2026-13-02T12:00:00.000Z' }, 'meta.occurredAt'],
  ['no correlation', { correlationId: undefined }, 'meta.correlationId'],
  ['no causation', { causationId: undefined }, 'meta.causationId'],
  ['a key that is no text', { keyRef: 1 }, 'meta.keyRef'],
]

testTable(REFUSED)(
  'text that no store takes, and a faulty envelope, are refused with their path [LOG-5]',
  (_what, change, place) =>
    expect(() => prepare({ ...event, ...change } as NewEvent)).toThrow(invalidAt(place)),
)

testTable(WRONG_META)('meta of another shape is named by its field', (_what, change, place) =>
  expect(faultInMeta({ ...event.meta, ...change })).toContain(place),
)

test('no events, too many, and an id twice whatever its case are refused', () => {
  expect(() => prepare()).toThrow(invalidAt('not 1..500'))
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

test('a position has 63 bits, and a page has 1 to 10,000 events', () => {
  expect(() => checkPosition('expected', 0n)).not.toThrow()
  for (const position of [-1n, 2n ** 63n])
    expect(() => checkPosition('expected', position)).toThrow(invalidAt('expected'))
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
