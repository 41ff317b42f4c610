import { describe, expect, test } from 'vitest'
import { openBatchStream } from './raw-batch.ts'
import { append, endOf, openClientFixture, readAll, streamNumbers } from './real-client.ts'
import { trapsWithout } from './traps.ts'

const WRITTEN = { code: 0 }
const TIMEOUT = { code: 4, details: 'event_store.client.Timeout' }
const WRONG_VERSION = { code: 6, details: 'event_store.client.WrongExpectedVersion' }
const TOO_LARGE = { code: 3, details: 'event_store.client.MaximumAppendSizeExceeded' }
const WITHOUT_SKEW = { traps: trapsWithout('skewed-clock') }
const BYTES_MAX = 1_048_576
const IN_FLIGHT_MS = 500

describe('a batch stream', () => {
  test('writes in the order of sending, without waiting for answers', async () => {
    const { standIn, client } = await openClientFixture()
    const batches = openBatchStream(standIn.url)
    const chain = [0, 1, 2, 3, 4].map((number) =>
      batches.append({
        stream: 'chain-ñ',
        numbers: [number],
        ...(number === 0 ? {} : { revision: number - 1 }),
      }),
    )
    expect(await Promise.all(chain)).toMatchObject([0, 1, 2, 3, 4].map((revision) => ({ code: 0, revision })))
    const race = Array.from({ length: 20 }, (_, index) =>
      batches.append({ stream: 'race', numbers: [100 + index] }),
    )
    const codes = (await Promise.all(race)).map(({ code }) => code)
    expect(codes).toEqual([0, ...Array.from({ length: 19 }, () => WRONG_VERSION.code)])
    expect(await streamNumbers(client, 'chain-ñ')).toEqual([0, 1, 2, 3, 4])
  })

  test('answers a longer retry and a wrong revision as a lost race', async () => {
    const { standIn } = await openClientFixture()
    const batches = openBatchStream(standIn.url)
    await batches.append({ stream: 'a', numbers: [1, 2] })
    expect(await batches.append({ stream: 'a', numbers: [1, 2, 3] })).toMatchObject(WRONG_VERSION)
    expect(await batches.append({ stream: 'a', numbers: [4], revision: 9 })).toMatchObject(WRONG_VERSION)
  })

  test('accepts up to 1 MiB of payload in an append, in any number of frames', async () => {
    const { standIn } = await openClientFixture()
    const batches = openBatchStream(standIn.url)
    const sent = (stream: string, numbers: readonly number[], bytes: number) =>
      batches.append({ stream, numbers, bytes })
    expect(await sent('most', [1], BYTES_MAX)).toMatchObject(WRITTEN)
    expect(await sent('halves', [2, 3], BYTES_MAX / 2)).toMatchObject(WRITTEN)
    expect(await sent('over', [4], BYTES_MAX + 1_024)).toMatchObject(TOO_LARGE)
    expect(await sent('over', [5, 6], BYTES_MAX / 2 + 512)).toMatchObject(TOO_LARGE)
  })

  test('does not write an append whose deadline has passed, as a time or as a duration', async () => {
    const { standIn, client } = await openClientFixture(WITHOUT_SKEW)
    const batches = openBatchStream(standIn.url)
    const sent = (stream: string, deadline: Parameters<typeof batches.append>[0]['deadline']) =>
      batches.append({ stream, numbers: [1], ...(deadline === undefined ? {} : { deadline }) })
    expect(await sent('late', { at: new Date(Date.now() - 1_000) })).toMatchObject(TIMEOUT)
    expect(await sent('none-left', { forSeconds: 0 })).toMatchObject(TIMEOUT)
    expect(await sent('in-time', { at: new Date(Date.now() + 60_000) })).toMatchObject(WRITTEN)
    expect(await sent('long', { forSeconds: 60 })).toMatchObject(WRITTEN)
    expect(await sent('without', undefined)).toMatchObject(WRITTEN)
    const streams = (await readAll(client)).map(({ event }) => event!.streamId)
    expect(streams).not.toContain('late')
    expect(streams).not.toContain('none-left')
  })

  test('whose server’s clock is ahead misjudges a time, but not a duration', async () => {
    const { standIn } = await openClientFixture()
    const batches = openBatchStream(standIn.url)
    const soon = { at: new Date(Date.now() + 10_000) }
    expect(await batches.append({ stream: 'a', numbers: [1], deadline: soon })).toMatchObject(TIMEOUT)
    expect(await batches.append({ stream: 'a', numbers: [1], deadline: { forSeconds: 10 } })).toMatchObject(
      WRITTEN,
    )
  })

  test('ends as a whole when the server has another leader', async () => {
    const { standIn } = await openClientFixture()
    const batches = openBatchStream(standIn.url)
    await batches.append({ stream: 'a', numbers: [1] })
    await standIn.refuse('not-leader')
    void batches.append({ stream: 'b', numbers: [2] })
    expect(await batches.ended).toMatchObject({ code: 5, details: 'Leader info available' })
  })
})

describe('duplicate-in-flight-dropped', () => {
  const inFlight = { commitMs: IN_FLIGHT_MS }

  test('on, the second of two concurrent equal appends times out, and a third is answered at once', async () => {
    const { standIn, client } = await openClientFixture(inFlight)
    const batches = openBatchStream(standIn.url)
    const started = performance.now()
    const [first, second] = ['a', 'a'].map((stream) => batches.append({ stream, numbers: [1, 2] }))
    const answer = await first!
    expect(answer).toMatchObject(WRITTEN)
    expect(await batches.append({ stream: 'a', numbers: [1, 2] })).toEqual(answer)
    expect(await second).toMatchObject(TIMEOUT)
    expect(performance.now() - started).toBeGreaterThan(1_900)
    expect(await streamNumbers(client, 'a')).toEqual([1, 2])
  })

  test('on, the second of two concurrent equal plain appends fails by a timeout of the server', async () => {
    const { client } = await openClientFixture(inFlight)
    const twice = await Promise.allSettled([1, 2].map(() => append(client, 'a', 'no_stream', [1])))
    const failed = twice.filter((end) => end.status === 'rejected')
    expect(failed).toMatchObject([
      {
        reason: {
          code: 10,
          message: expect.stringContaining('Operation timed out: Commit phase timeout.') as string,
        },
      },
    ])
    expect(await streamNumbers(client, 'a')).toEqual([1])
  })

  test('off, both are answered alike once it is committed', async () => {
    const { standIn } = await openClientFixture({
      ...inFlight,
      traps: trapsWithout('duplicate-in-flight-dropped'),
    })
    const batches = openBatchStream(standIn.url)
    const both = [1, 2].map(() => batches.append({ stream: 'a', numbers: [1] }))
    expect(await endOf(both[1]!, 100)).toBe('hung')
    expect((await Promise.all(both))[1]).toEqual(await both[0])
  })
})
