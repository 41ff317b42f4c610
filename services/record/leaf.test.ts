import { describe, expect, test } from 'vitest'
import { type JsonValue, type StoredEvent, positionOf, type Position } from '@app/contracts/event-store.ts'
import { canonicalJson, leafOf } from './leaf.ts'
import { createNotices } from './sign-log.ts'

describe('canonical JSON', () => {
  test('of the example of RFC 8785 is its answer', () => {
    const given = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`) as JsonValue
    expect(canonicalJson(given)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    )
  })

  test('orders keys by their UTF-16 units', () => {
    const keys = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']
    const text = canonicalJson(Object.fromEntries(keys.toReversed().map((key) => [key, 1])))
    expect(text).toBe(`{${keys.map((key) => `${JSON.stringify(key)}:1`).join(',')}}`)
  })

  test('refuses what JSON cannot hold, and what is nested too deeply wherever the stack would end', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => canonicalJson([value])).toThrow(TypeError)
    const nested = (depth: number): JsonValue =>
      JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as JsonValue
    expect(canonicalJson(nested(257))).toHaveLength(514)
    for (const depth of [258, 600, 8_000, 100_000])
      expect(() => canonicalJson(nested(depth))).toThrow(TypeError)
  })
})

test('a leaf has all that the product shows of an event, in one order', () => {
  const event = {
    position: positionOf(7n),
    stream: 'profile-1',
    revision: 3n,
    id: '0199a000-0000-7000-8000-00000000000a',
    type: 'ProfileActivated',
    version: 1,
    data: { profileId: '1' },
    meta: { occurredAt: '2026-11-23T12:00:00.000Z' },
    recordedAt: new Date(0),
  } as unknown as StoredEvent
  expect(leafOf(event).text).toBe(
    '{"data":{"profileId":"1"},"id":"0199a000-0000-7000-8000-00000000000a","meta":{"occurredAt":"2026-11-23T12:00:00.000Z"},"position":"7","recordedAt":"1970-01-01T00:00:00.000Z","revision":"3","stream":"profile-1","type":"ProfileActivated","version":1}',
  )
})

const [SEVENTH, NINTH] = [7n, 9n] as unknown as [Position, Position]

test('a signing that fails is written once, until a block is signed again, however often the log is read meanwhile', () => {
  const lines: string[] = []
  const write = (level: string) => (facts: unknown, text?: string) =>
    void lines.push(`${level} ${text ?? String(facts)}`)
  const log = { info: write('info'), warn: write('warn'), error: write('error') }
  const notices = createNotices(
    log,
    () => undefined,
    () => 0,
  )
  const fail = (): void => notices.onTrouble(new Error('the disk is full'))
  notices.onExtended(SEVENTH)
  for (let tries = 0; tries < 3; tries += 1) {
    fail()
    notices.onExtended(SEVENTH)
  }
  notices.onExtended(NINTH)
  fail()
  const failed = 'warn the log could not be signed; it is tried again'
  expect(lines).toEqual([failed, 'info the log is signed again', failed])
})
