import { describe, expect, test } from 'vitest'
import { openBatchStream } from './raw-batch.ts'
import {
  append,
  appendByDefault,
  endOf,
  openClientFixture,
  readAll,
  streamNumbers,
  type ClientFixture,
} from './real-client.ts'
import { trapsWithout, type Trap } from './traps.ts'

const HANGS_MS = 400
const FAR_TOO_LARGE = 1_100_000
const NOT_READY = 'not-ready-at-start'

/** The client's default path, with only the given traps. */
const withBatches = (...on: readonly Trap[]) => ({
  traps: [...trapsWithout('skewed-clock', NOT_READY), ...on],
})

describe('forgetful-ids', () => {
  const appendedThrice = async ({ standIn, client, anotherClient }: ClientFixture) => {
    await append(client, 'a', 'any', [1])
    await append(client, 'a', 'any', [1])
    await standIn.kill()
    await standIn.start()
    const after = anotherClient()
    await append(after, 'a', 'any', [1])
    return streamNumbers(after, 'a')
  }

  test('on, an append with any is recognised until the server restarts', async () => {
    expect(await appendedThrice(await openClientFixture({ traps: trapsWithout(NOT_READY) }))).toEqual([1, 1])
  })

  test('off, it is always recognised', async () => {
    const traps = trapsWithout(NOT_READY, 'forgetful-ids')
    expect(await appendedThrice(await openClientFixture({ traps }))).toEqual([1])
  })
})

describe('batch-append-silent', () => {
  test('on, the default append is written, but neither it nor a later one nor dispose ever settles', async () => {
    const { client, anotherClient } = await openClientFixture(withBatches('batch-append-silent'))
    expect(await endOf(appendByDefault(client, 'a', 1), HANGS_MS)).toBe('hung')
    expect(await endOf(appendByDefault(client, 'a', 2), HANGS_MS)).toBe('hung')
    expect(await streamNumbers(anotherClient(), 'a')).toEqual([1])
    await append(client, 'a', 0n, [3])
    expect(await endOf(client.dispose(), HANGS_MS)).toBe('hung')
  })

  test('off, it is answered, and fails when the server stops, so that the next append opens another stream', async () => {
    const { standIn, client } = await openClientFixture(withBatches())
    expect(await appendByDefault(client, 'a', 1)).toMatchObject({ success: true, nextExpectedRevision: 0n })
    await expect(client.appendToStream('a', [], { expectedRevision: 'no_stream' })).rejects.toMatchObject({
      type: 'wrong-expected-version',
      actualVersion: 0n,
    })
    await standIn.kill()
    await standIn.start()
    expect(await appendByDefault(client, 'a', 2)).toMatchObject({ nextExpectedRevision: 1n })
  })
})

test('batch-append-announced: off, the client uses the plain call by itself', async () => {
  const { client } = await openClientFixture({ traps: trapsWithout('batch-append-announced') })
  expect(await appendByDefault(client, 'a', 1)).toMatchObject({ success: true })
})

test('skewed-clock: on, the deadline of a default append has passed at its arrival; plain appends are unaffected', async () => {
  const { client, anotherClient } = await openClientFixture(withBatches('skewed-clock'))
  await expect(appendByDefault(client, 'a', 1)).rejects.toMatchObject({ type: 'deadline-exceeded' })
  await append(anotherClient(), 'a', 'no_stream', [1])
})

describe('not-ready-at-start', () => {
  test('on, calls after a restart fail for a moment: Unavailable, or by default an error without a name', async () => {
    const { standIn, anotherClient } = await openClientFixture({
      ...withBatches(NOT_READY),
      notReadyMs: 1_500,
    })
    await standIn.kill()
    await standIn.start()
    await Promise.all([
      expect(append(anotherClient(), 'a', 'no_stream', [1])).rejects.toMatchObject({
        type: 'unavailable',
        message: expect.stringContaining('Server Is Not Ready') as string,
      }),
      expect(appendByDefault(anotherClient(), 'a', 1)).rejects.toMatchObject({
        type: 'unknown',
        message: 'Could not recognize Server Is Not Ready',
      }),
      expect(readAll(anotherClient())).rejects.toMatchObject({ type: 'unavailable' }),
    ])
    await expect
      .poll(() => endOf(append(anotherClient(), 'a', 'any', [1]), HANGS_MS))
      .toMatchObject({ success: true })
  })

  test('off, it is ready when it listens', async () => {
    const { standIn, anotherClient } = await openClientFixture({ traps: trapsWithout(NOT_READY) })
    await standIn.kill()
    await standIn.start()
    await append(anotherClient(), 'a', 'no_stream', [1])
  })
})

test('corrupted-idempotency: on, a half known append is a wrong version; off, a separate error', async () => {
  const { standIn, client } = await openClientFixture()
  await append(client, 'a', 'no_stream', [1, 2])
  await expect(append(client, 'a', 'no_stream', [1, 3])).rejects.toMatchObject({
    type: 'wrong-expected-version',
    actualVersion: 1n,
  })
  await standIn.setTraps(trapsWithout('corrupted-idempotency'))
  await expect(append(client, 'a', 'no_stream', [1, 3])).rejects.toMatchObject({ type: 'unknown' })
  expect(await streamNumbers(client, 'a')).toEqual([1, 2])
})

test('append-size-limit: on, an append of more than 1 MiB is refused and not written; off, it is written', async () => {
  const { standIn, client } = await openClientFixture()
  await expect(append(client, 'a', 'no_stream', [{ number: 1, pad: FAR_TOO_LARGE }])).rejects.toMatchObject({
    type: 'maximum-append-size-exceeded',
    maxAppendSize: 1024 * 1024,
  })
  const halves = [1, 2].map((number) => ({ number, pad: FAR_TOO_LARGE / 2 }))
  await expect(append(client, 'a', 'no_stream', halves)).rejects.toMatchObject({
    type: 'maximum-append-size-exceeded',
  })
  await standIn.setTraps(trapsWithout('append-size-limit'))
  await append(client, 'a', 'no_stream', halves)
  expect(await streamNumbers(client, 'a')).toEqual([1, 2])
})

test('a new, repeated or partly repeated append is answered with the position of its last event', async () => {
  const { standIn, client } = await openClientFixture()
  const batches = openBatchStream(standIn.url)
  const ways: Record<string, (stream: string, numbers: readonly number[]) => Promise<bigint | undefined>> = {
    plain: async (stream, numbers) => (await append(client, stream, 'no_stream', numbers)).position?.commit,
    batch: async (stream, numbers) => (await batches.append({ stream, numbers })).position,
  }
  for (const [stream, written] of Object.entries(ways)) {
    const answers = [
      await written(stream, [1, 2, 3]),
      await written(stream, [1, 2, 3]),
      await written(stream, [1, 2]),
    ]
    const places = (await readAll(client))
      .filter(({ event }) => event!.streamId === stream)
      .map(({ event }) => event!.position.commit)
    expect(answers, stream).toEqual([places[2], places[2], places[1]])
    await client.deleteStream(stream)
    expect(await written(stream, [1, 2, 3]), stream).toBeUndefined()
  }
})

test('unsteady-clock: on, time stamps step back; off, they do not', async () => {
  const { standIn, client } = await openClientFixture()
  const timesOf = async (stream: string) => {
    const numbers = Array.from({ length: 40 }, (_, number) => number)
    await Promise.all(numbers.map((number) => append(client, `${stream}-${number}`, 'no_stream', [number])))
    const events = (await readAll(client)).map(({ event }) => event!)
    return events
      .filter(({ streamId }) => streamId.startsWith(stream))
      .map(({ created }) => created.getTime())
  }
  const stepsBack = (times: readonly number[]) =>
    times.filter((time, index) => time < (times[index - 1] ?? 0))
  expect(stepsBack(await timesOf('on')).length).toBeGreaterThan(0)
  await standIn.setTraps(trapsWithout('unsteady-clock'))
  expect(stepsBack(await timesOf('off'))).toEqual([])
})
