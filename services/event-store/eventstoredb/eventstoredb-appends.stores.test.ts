import { randomUUID } from 'node:crypto'
import { Metadata, status } from '@grpc/grpc-js'
import type { RecordedEvent } from '@eventstore/db-client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { prepareEvents } from '../check-append.ts'
import { elapsedMs, refusal } from '../contract/contract-fixture.ts'
import { openScriptedLog, type AskedAppend, type Script } from '../testing/scripted-log.ts'
import { createCalls } from './grpc-calls.ts'
import { connect } from './client.ts'
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
/** As many as are under way at most. */
const SENT_MAX = 64

/** A appends on a server whose answers the test decides. */
async function openFixture(script: Script, proof: { before?: Promise<void> } = {}) {
  const log = await openScriptedLog(script)
  const connection = connect(log.url)
  const reads: string[] = []
  const recordedAt = async (stream: string): Promise<RecordedEvent | undefined> => {
    reads.push(stream)
    await proof.before
    const place = log.placeOf(stream)
    if (place === undefined) return undefined
    const position = { commit: BigInt(place.position), prepare: BigInt(place.position) }
    return { position, metadata: { appendId: place.appendId } } as unknown as RecordedEvent
  }
  const appends = createAppends({
    connection,
    calls: createCalls(),
    reader: { recordedAt },
    newId: randomUUID,
    onGrown: () => undefined,
  })
  const end = async (): Promise<void> => {
    await appends.end(END_MS)
    await connection.close()
    await log.stop()
  }
  onTestFinished(end)
  const append = (stream: string, timeoutMs = 10_000) =>
    appends.append({ stream, expected: 'noStream', events: eventsOf(stream) }, timeoutMs)
  return { log, appends, reads, append }
}

/** The same for the same stream. */
const ids = new Map<string, string>()
function eventsOf(stream: string) {
  const id = ids.get(stream) ?? randomUUID()
  ids.set(stream, id)
  const meta = {
    actor: { kind: 'visitor', id: 'ana' },
    occurredAt: '2026-03-02T12:00:00.000Z',
    correlationId: id,
    causationId: null,
  } as const
  return prepareEvents(stream, [{ id, type: 'ProfileTapped', version: 1, data: {}, meta }])
}

const STREAMS = ['a', 'b', 'c', 'd', 'e']

const gone = (asked: AskedAppend): void => asked.fail(status.UNAVAILABLE, 'gone')

function leadsNoLonger(asked: AskedAppend, leaderPort: string): void {
  const metadata = new Metadata()
  metadata.set('exception', 'not-leader')
  metadata.set('leader-endpoint-host', '127.0.0.1')
  metadata.set('leader-endpoint-port', leaderPort)
  asked.fail(status.NOT_FOUND, 'Leader info available', metadata)
}

test('appends without an answer are sent again in their order, and a read shows who wrote them', async () => {
  const unanswered: AskedAppend[] = []
  const { log, append, reads } = await openFixture((asked) => {
    if (log.asked.length > STREAMS.length) return asked.answer()
    asked.write()
    unanswered.push(asked)
    if (unanswered.length === STREAMS.length) unanswered.forEach(gone)
  })
  const results = await Promise.all(STREAMS.map((stream) => append(stream)))
  expect(log.asked).toEqual([...STREAMS, ...STREAMS])
  expect(results.map(({ replayed }) => replayed)).toEqual(STREAMS.map(() => false))
  expect(reads).toEqual(STREAMS)
})

test('an append that gets no answer is in doubt, at its deadline and not before', async () => {
  const { append } = await openFixture(gone)
  const appending = refusal(append('a', 1_500), 'Timeout')
  expect(await elapsedMs(appending)).toBeGreaterThan(1_400)
  expect(await appending).toMatchObject({ ambiguous: true, retryable: true })
})

test('a node that leads no longer has not written the append', async () => {
  const { log, append } = await openFixture((asked) => leadsNoLonger(asked, new URL(log.url).port))
  expect(await refusal(append('a'), 'Unavailable')).toMatchObject({ ambiguous: false })
})

test('a refusal is retried for a second, and then reported without doubt', async () => {
  let refusals = 0
  const { append } = await openFixture((asked) => {
    if ((refusals += 1) <= 3) asked.fail(status.UNAVAILABLE, 'Server Is Not Ready')
    else asked.answer()
  })
  expect(await append('a')).toMatchObject({ replayed: false })
  refusals = -1_000
  const refused = refusal(append('b'), 'Unavailable')
  expect(await awakeMsOf(refused)).toBeLessThan(3_000)
  expect(await refused).toMatchObject({ ambiguous: false })
})

describe('the same append', () => {
  test('is sent again once when the server gives up the commit, and then fails in doubt', async () => {
    let givesUp = 1
    const { log, append } = await openFixture((asked) => {
      if (givesUp-- > 0) asked.fail(status.ABORTED, 'Operation timed out: Commit phase timeout.')
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
    await refusal(append('a', 300), 'Timeout')
    isAnswering = true
    expect(await append('a')).toMatchObject({ replayed: true })
    expect(reads).toEqual(['a'])
  })
})

test('a proof that comes too late leaves an append in doubt that was written', async () => {
  let prove = (): void => undefined
  const proof: { before?: Promise<void> } = {}
  const { append } = await openFixture((asked) => asked.answer(), proof)
  await append('b') // the connection is there
  proof.before = new Promise((resolve) => (prove = resolve))
  const refused = await refusal(append('a', 500), 'Timeout')
  prove()
  expect(refused).toMatchObject({ code: 'Timeout', ambiguous: true })
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
