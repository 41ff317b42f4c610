import type { AppendOptions, JsonObject, Position } from '@app/contracts/event-store.ts'
import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Metadata, status } from '@grpc/grpc-js'
import type { RecordedEvent } from '@eventstore/db-client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { prepareEvents } from '../check-append.ts'
import { elapsedMs, refusal } from '../contract/contract-fixture.ts'
import { openScriptedLog, type AskedBatch, type Script } from '../testing/scripted-log.ts'
import { createCalls } from './grpc-calls.ts'
import { connect } from './client.ts'
import { createKnownHead } from './known-head.ts'
import { createAppends } from './eventstoredb-store.ts'
import { awakeMsOf } from '../../../tests/support/awake-time.ts'

const unhandled: unknown[] = []
const note = (reason: unknown): number => unhandled.push(reason)
beforeAll(() => void process.on('unhandledRejection', note))
afterAll(() => {
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

const END_MS = 200
/** As many as one stream has at most. */
const SENT_MAX = 400

/** A appends on a server whose answers the test decides. */
async function openFixture(
  script: Script['batch'],
  { beforeProof, ...options }: Partial<Script> & { readonly beforeProof?: Promise<void> } = {},
) {
  const log = await openScriptedLog({ batch: script, ...options })
  const connection = connect(log.url)
  const knownHead = createKnownHead()
  const reads: string[] = []
  const recordedAt = async (stream: string): Promise<RecordedEvent | undefined> => {
    reads.push(stream)
    await beforeProof
    const place = log.placeOf(stream)
    if (place === undefined) return undefined
    const position = { commit: BigInt(place.position), prepare: BigInt(place.position) }
    return { position, metadata: { appendId: place.appendId } } as unknown as RecordedEvent
  }
  const appends = createAppends({
    connection,
    calls: createCalls(),
    reader: { recordedAt },
    knownHead,
    newId: randomUUID,
    onGrown: () => undefined,
  })
  const end = async (): Promise<void> => {
    await appends.end(END_MS)
    await connection.close()
    await log.stop()
  }
  onTestFinished(end)
  const append = (
    stream: string,
    { timeoutMs = 10_000, mayBeRetry = false }: AppendOptions = {},
    data: JsonObject = {},
  ) => appends.append({ stream, expected: 'noStream', events: eventsOf(stream, data), timeoutMs, mayBeRetry })
  return { log, connection, appends, knownHead, reads, append }
}

/** The same for the same stream. */
const ids = new Map<string, string>()
function eventsOf(stream: string, data: JsonObject) {
  const id = ids.get(stream) ?? randomUUID()
  ids.set(stream, id)
  const meta = {
    actor: { kind: 'visitor', id: 'ana' },
    occurredAt: '2026-03-02T12:00:00.000Z',
    correlationId: id,
    causationId: null,
  } as const
  return prepareEvents(stream, [{ id, type: 'ProfileTapped', version: 1, data, meta }])
}

const STREAMS = ['a', 'b', 'c', 'd', 'e']
const positionAt = (place: number | undefined): Position => BigInt(2 * (place ?? 0) + 1) as Position

const fail = ({ call }: AskedBatch, code: status): void => {
  const metadata = new Metadata()
  if (code === status.NOT_FOUND) metadata.set('exception', 'not-leader')
  call.emit('error', { code, details: 'gone', metadata })
}

describe('a stream that ends', () => {
  /** Answers nothing on the first stream, writes all, and ends it as it gets the last. */
  const endingFirst = (end: (last: AskedBatch) => void) => (asked: AskedBatch) => {
    if (asked.onStream > 1) return asked.answer()
    asked.write()
    if (asked.stream === STREAMS.at(-1)) end(asked)
  }

  test.each([
    ['as if it were complete', (asked: AskedBatch) => void asked.call.end()],
    ['because the node goes', (asked: AskedBatch) => fail(asked, status.UNAVAILABLE)],
    ['without a status', (asked: AskedBatch) => fail(asked, status.INTERNAL)],
    ['as the node leads no longer', (asked: AskedBatch) => fail(asked, status.NOT_FOUND)],
  ])('%s is followed by another, which carries the unanswered appends in their order', async (_, end) => {
    const { log, append, reads } = await openFixture(endingFirst(end))
    const results = await Promise.all(STREAMS.map((stream) => append(stream)))
    expect(log.asked).toEqual([...STREAMS, ...STREAMS])
    // This process wrote them, which only a read can show.
    expect(results.map(({ replayed }) => replayed)).toEqual(STREAMS.map(() => false))
    expect(reads).toEqual(STREAMS)
    expect(log.plainCalls()).toBe(0)
  })

  test('and is not followed by another leaves an append ambiguous, at its deadline and not before', async () => {
    const { append } = await openFixture((asked) => fail(asked, status.UNAVAILABLE))
    const appending = refusal(append('a', { timeoutMs: 1_500 }), 'Timeout')
    expect(await elapsedMs(appending)).toBeGreaterThan(1_400)
    expect(await appending).toMatchObject({ ambiguous: true, retryable: true })
  })

  test('because the node has lost the lead, with one append on it, has not written that one', async () => {
    const { append } = await openFixture((asked) => fail(asked, status.NOT_FOUND))
    expect(await refusal(append('a'), 'Unavailable')).toMatchObject({ ambiguous: false })
  })
})

describe('a server without a correct BatchAppend gets plain appends', () => {
  test('where it does not list it', async () => {
    const { log, append } = await openFixture((asked) => asked.answer(), { listsBatchAppend: false })
    await Promise.all(STREAMS.map((stream) => append(stream)))
    expect([log.batchStreams(), log.plainCalls()]).toEqual([0, 5])
  })

  test.each([
    ['answers what nobody asked', (asked: AskedBatch) => asked.answerAnother()],
    ['ends its streams without an answer', (asked: AskedBatch) => void asked.call.end()],
    ['does not know the call', (asked: AskedBatch) => fail(asked, status.UNIMPLEMENTED)],
  ])('where it %s', async (_, misanswer) => {
    const { log, append } = await openFixture(misanswer)
    await Promise.all(STREAMS.map((stream) => append(stream)))
    expect([log.batchStreams(), log.plainCalls()]).toEqual([2, 5])
    await append('later')
    expect([log.batchStreams(), log.plainCalls()]).toEqual([2, 6])
  })
})

test('a stream that is silent for 3 s is abandoned, and its appends go over the next', async () => {
  const { log, append } = await openFixture((asked) => asked.onStream > 1 && asked.answer())
  const elapsed = await elapsedMs(Promise.all([append('a'), append('b')]))
  expect(elapsed).toBeGreaterThan(2_900)
  expect(log.asked).toEqual(['a', 'b', 'a', 'b'])
})

test('a refusal is retried for a second, and then reported without doubt', async () => {
  let refusals = 0
  const { append } = await openFixture((asked) => {
    if ((refusals += 1) <= 3) asked.fail(undefined, 'Server Is Not Ready')
    else asked.answer()
  })
  expect(await append('a')).toMatchObject({ replayed: false })
  refusals = -1_000
  const refused = refusal(append('b'), 'Unavailable')
  expect(await awakeMsOf(refused)).toBeLessThan(3_000)
  expect(await refused).toMatchObject({ ambiguous: false })
})

describe('the same append', () => {
  test('is sent once while it is pending, and answered to all callers', async () => {
    const { log, append } = await openFixture((asked) => asked.answer())
    const results = await Promise.all([append('a'), append('a'), append('a')])
    expect(log.asked).toEqual(['a'])
    expect(results.map(({ replayed }) => replayed)).toEqual([false, true, true])
  })

  test('is sent again for a caller with a later deadline', async () => {
    let isFrozen = true
    const { append } = await openFixture((asked) => !isFrozen && asked.answer())
    const first = refusal(append('a', { timeoutMs: 300 }), 'Timeout')
    const second = append('a')
    await first
    isFrozen = false
    expect((await second).revision).toBe(0n)
  })

  test('is sent again once when the server gives up the commit, and then fails in doubt', async () => {
    let givesUp = 1
    const { log, append } = await openFixture((asked) => {
      if (givesUp-- > 0) asked.fail('Timeout', 'Timeout')
      else asked.answer()
    })
    await append('a')
    expect(log.asked).toEqual(['a', 'a'])
    givesUp = 2
    expect(await refusal(append('b'), 'Timeout')).toMatchObject({ ambiguous: true })
    expect(log.asked).toEqual(['a', 'a', 'b', 'b'])
  })

  test('after one that failed in doubt is recognised as a retry by a read', async () => {
    let isAnswering = false
    const { append, reads } = await openFixture((asked) => (isAnswering ? asked.answer() : asked.write()))
    await refusal(append('a', { timeoutMs: 300 }), 'Timeout')
    isAnswering = true
    expect(await append('a')).toMatchObject({ replayed: true })
    expect(reads).toEqual(['a'])
  })
})

describe('whether an append was a retry', () => {
  test('is knownHead without a read, by the head knownHead when sending', async () => {
    const { append, knownHead, reads, log } = await openFixture((asked) => asked.answer())
    expect(await append('a')).toEqual({ revision: 0n, position: positionAt(100), replayed: false })
    expect(knownHead.position).toBe(positionAt(100))
    expect(await append('a')).toMatchObject({ replayed: true })
    expect(await append('b')).toMatchObject({ replayed: false })
    expect(reads).toEqual([])
    expect(log.asked).toEqual(['a', 'a', 'b'])
  })

  test('is read for an append that may be a retry but is not knownHead as one', async () => {
    const { append, reads } = await openFixture((asked) => asked.answer())
    expect(await append('a', { mayBeRetry: true })).toMatchObject({ replayed: false })
    expect(await append('a', { mayBeRetry: true })).toMatchObject({ replayed: true })
    expect(reads).toEqual(['a'])
  })

  test('that comes too late leaves an append in doubt that was written', async () => {
    let prove = (): void => undefined
    const beforeProof = new Promise<void>((resolve) => (prove = resolve))
    const { append } = await openFixture((asked) => asked.answer(), { beforeProof })
    await append('b') // the connection is there
    const refused = await refusal(append('a', { timeoutMs: 500, mayBeRetry: true }), 'Timeout')
    prove()
    expect(refused).toMatchObject({ code: 'Timeout', ambiguous: true })
  })
})

test('a full stream gets more appends as soon as it drains', async () => {
  const { append, log } = await openFixture((asked) => asked.answer())
  const streams = Array.from({ length: 100 }, (_, n) => `big-${n}`)
  await Promise.all(streams.map((stream) => append(stream, {}, { pad: 'x'.repeat(50_000) })))
  expect(log.asked).toEqual(streams)
})

test('a node that the client left for a fault of another call gets no further append on its stream', async () => {
  const { append, connection, log } = await openFixture((asked) => asked.answer())
  await append('a')
  connection.abandonNode()
  await nextTurn()
  await append('b')
  expect(log.batchStreams()).toBe(2)
})

test('disposing settles waiting and pending appends, within its time', async () => {
  let [count, isFull] = [0, (): void => undefined]
  const full = new Promise<void>((resolve) => (isFull = resolve))
  const { append, appends } = await openFixture(() => (count += 1) === SENT_MAX && isFull())
  const pending = Array.from({ length: SENT_MAX + 200 }, (_, n) => append(`s-${n}`))
  const refused = Promise.all(pending.map((one) => refusal(one, 'Disposed')))
  await full
  expect(await awakeMsOf(appends.end(END_MS))).toBeLessThan(END_MS + 1_000)
  const errors = await refused
  expect(errors.filter(({ ambiguous }) => ambiguous)).toHaveLength(SENT_MAX)
  await refusal(append('late'), 'Disposed')
})

test('two writers of one process do not disturb each other', async () => {
  const [one, other] = [
    await openFixture((asked) => asked.answer()),
    await openFixture((asked) => asked.answer()),
  ]
  await Promise.all([one.append('a'), other.append('a')])
  const late = other.append('b')
  await one.appends.end(END_MS)
  await one.log.stop()
  await late
  await other.append('c')
  expect(other.log.batchStreams()).toBe(1)
})
