import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { describe, expect, test } from 'vitest'
import { storedEventOf } from '../events.ts'
import { readMessageOf } from './read-messages.ts'
import { generatedEvent } from '../testing/generated-event.ts'

const META = {
  actor: { kind: 'visitor', id: 'ñandú 🦤' },
  occurredAt: '2026-03-02T12:00:00.000Z',
  correlationId: 'c',
  causationId: null,
  version: 3,
}
const PLACE = { stream: 'visit-1', revision: 7, position: 123_456_789, createdTicks: 17_724_096_001_239_999n }

const wire = (position: object = {}, parts: { readonly data?: string; readonly metadata?: string } = {}) =>
  Buffer.from(
    generatedEvent(
      {
        id: '4f1c1a0e-7f4c-4b0c-9a52-0d7c9d2b7f11',
        type: 'Seen',
        contentType: 'application/json',
        data: Buffer.from(parts.data ?? '{"text":"señal ✓","n":-1.5}'),
        metadata: Buffer.from(parts.metadata ?? JSON.stringify(META)),
      },
      { ...PLACE, ...position },
    ),
  )
const message = (response: streams.ReadResp) => readMessageOf(Buffer.from(response.serializeBinary()))

describe('an event of the wire', () => {
  test.each([
    ['somewhere', {}],
    ['at the beginning', { position: 0, revision: 0 }],
    ['at 2^34', { position: 2 ** 34 }],
    ['at 2^49 - 1', { position: 2 ** 49 - 1 }],
    ['at 2^49', { position: 2 ** 49 }],
    ['at 2^52 + 1', { position: 2 ** 52 + 1 }],
    ['made at a full millisecond', { createdTicks: 17_724_096_001_240_000n }],
  ])('%s keeps what was written', (_, position) => {
    const found = readMessageOf(wire(position))
    const { stream, revision, position: at, createdTicks } = { ...PLACE, ...position }
    const { version, ...meta } = META
    expect(found.t).toBe('event')
    expect(found.t === 'event' && storedEventOf(found.recorded)).toEqual({
      position: BigInt(at) * 2n + 1n,
      stream,
      revision: BigInt(revision),
      id: '4f1c1a0e-7f4c-4b0c-9a52-0d7c9d2b7f11',
      type: 'Seen',
      version,
      data: { text: 'señal ✓', n: -1.5 },
      meta,
      recordedAt: new Date(Number(createdTicks / 10_000n)),
    })
  })

  test.each([{ data: '{"half": ' }, { metadata: '{"half": ' }, { metadata: '' }, { data: '"text"' }])(
    'with %j is Corrupt',
    (parts) => {
      const found = readMessageOf(wire({}, parts))
      expect(() => found.t === 'event' && storedEventOf(found.recorded)).toThrow(
        expect.objectContaining({ code: 'Corrupt' }),
      )
    },
  )

  test('that was cut short anywhere is an error', () => {
    const whole = wire()
    for (let length = 1; length < whole.length; length += 1)
      expect(() => readMessageOf(whole.subarray(0, length))).toThrow(Error)
  })
})

test('checkpoints keep both of their numbers, also the greatest ones', () => {
  for (const [commit, prepare] of [
    [2n ** 64n - 1n, 2n ** 64n - 1n],
    [2n ** 50n + 3n, 0n],
    [5n, 5n],
  ] as const) {
    const checkpoint = new streams.ReadResp.Checkpoint()
      .setCommitPosition(String(commit))
      .setPreparePosition(String(prepare))
    expect(message(new streams.ReadResp().setCheckpoint(checkpoint))).toEqual({
      t: 'checkpoint',
      position: { commit, prepare },
    })
  }
})

test('a message without content is known by its kind', () => {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId('one')
  expect(message(new streams.ReadResp().setConfirmation(confirmation))).toEqual({ t: 'confirmation' })
  expect(message(new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()))).toEqual({
    t: 'caughtUp',
  })
  const missing = new streams.ReadResp.StreamNotFound().setStreamIdentifier(new shared.StreamIdentifier())
  expect(message(new streams.ReadResp().setStreamNotFound(missing))).toEqual({ t: 'other' })
  expect(readMessageOf(Buffer.alloc(0))).toEqual({ t: 'other' })
})
