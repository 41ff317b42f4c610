import {
  DeadlineExceededError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
  TimeoutError,
  UnavailableError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { Metadata, status, type ServiceError } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import { testTable } from '../../../../tests/support/every.ts'
import { eventStoreDbErrorOf } from './eventstoredb-errors.ts'
import { START, type Position } from '@app/contracts/event-store.ts'
import fc from 'fast-check'
import { logPositionOf, positionFrom } from './events.ts'

function grpcError(
  code: number,
  details: string,
  trailers: Readonly<Record<string, string>> = {},
): ServiceError {
  const metadata = new Metadata()
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value)
  return Object.assign(new Error(`${code} ${status[code]}: ${details}`), { code, details, metadata })
}
const APPEND = { stream: 'visit-1', expected: 4n, writes: true } as const
const wrong = (current: bigint | 'no_stream') =>
  new WrongExpectedVersionError(null as never, { streamName: 'visit-1', current, expected: 4n })
const deleted = grpcError(9, 'deleted', { exception: 'stream-deleted', 'stream-name': 'visit-1' })
const leader = { exception: 'not-leader', 'leader-endpoint-host': 'b', 'leader-endpoint-port': '2113' }

const doubtless = { ambiguous: false }
const away = { code: 'Unavailable', retryable: true, ...doubtless }
const doubtful = { retryable: true, ambiguous: true }
const lost = { code: 'Unavailable', ...doubtful }
const invalidPosition = { code: 'InvalidPosition', retryable: false }
const unavailable = (details: string) => new UnavailableError(grpcError(14, details) as never)
const unknown = (code: number, details: string) => new UnknownError(grpcError(code, details) as never)

testTable([
  ['a wrong revision', wrong(7n), { code: 'Conflict', facts: { expected: 4n, actual: 7n }, ...doubtless }],
  ['a missing stream', wrong('no_stream'), { code: 'Conflict', facts: { actual: 'noStream' } }],
  ['a tombstone', new StreamDeletedError(deleted as never), { code: 'Corrupt', ...doubtless }],
  [
    'an append too large',
    new MaxAppendSizeExceededError(null as never, 1_048_576),
    { code: 'TooLarge', facts: { limit: 1_048_576 }, ...doubtless },
  ],
  ['another leader', new NotLeaderError(grpcError(5, 'leader', leader) as never), away],
  ['a deadline', new DeadlineExceededError(grpcError(4, 'late') as never), { code: 'Timeout', ...doubtful }],
  ['an aborted call', new TimeoutError(grpcError(10, 'late') as never), { code: 'Timeout', ...doubtful }],
  ['a connection that broke', unavailable('read ECONNRESET'), lost],
  ['a connection that was refused', unavailable('connect ECONNREFUSED 127.0.0.1:2113'), away],
  ['a server that is not ready', unknown(2, 'Could not recognize Server Is Not Ready'), away],
  ['a cluster without an answer', new Error('Failed to discover after 10 attempts.'), away],
  ['no such position', unknown(2, 'Unexpected ReadAllResult: InvalidPosition'), invalidPosition],
  ['a right that is missing', grpcError(7, 'Access Denied'), { code: 'AccessDenied', retryable: false }],
  ['another kind of server', grpcError(12, 'no such method'), { code: 'Invalid', retryable: false }],
  ['what nobody knows', new Error('?'), lost],
])('what a server or its client reports becomes an error of the port', (_, error, expected) => {
  expect(eventStoreDbErrorOf(error, APPEND)).toMatchObject(expected)
  // A read leaves nothing open.
  expect(eventStoreDbErrorOf(error).ambiguous).toBe(false)
})

const place = fc.bigInt({ min: 0n, max: 2n ** 62n - 1n }).map((at) => ({ commit: at, prepare: at }))

test('a position is read back, and ordered as the server orders it; 0 is the beginning', () => {
  fc.assert(
    fc.property(place, place, (one, other) => {
      expect(logPositionOf(positionFrom(one))).toEqual(one)
      expect(positionFrom(one) < positionFrom(other)).toBe(one.commit < other.commit)
    }),
  )
  expect(logPositionOf(START)).toBe('start')
  // As a filtered subscription of a former version left it.
  expect(logPositionOf(12n as Position)).toEqual({ commit: 6n, prepare: 0n })
})

testTable([
  { commit: 5n, prepare: 3n },
  { commit: 2n ** 64n - 1n, prepare: 2n ** 64n - 1n },
  { commit: -1n, prepare: -1n },
])('what is no position of an event is refused', (wrong) => {
  expect(() => positionFrom(wrong)).toThrow(expect.objectContaining({ code: 'InvalidPosition' }))
})
