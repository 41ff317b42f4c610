import { describe, expect, test } from 'vitest'
import { filteredRead } from './raw-read.ts'
import {
  append,
  endOf,
  listen,
  numbersOf,
  openClientFixture,
  readAll,
  type ClientFixture,
} from './real-client.ts'
import { trapsWithout, USUAL_TRAPS } from './traps.ts'
import { awakeMsOf } from '../support/awake-time.ts'

const MAX_ULONG = 2n ** 64n - 1n

describe('checkpoint-on-next-event', () => {
  /** Returns a checkpoint after events without a match, followed by one match. */
  async function checkpointBefore({ client, anotherClient }: ClientFixture) {
    await append(client, 'other', 'no_stream', [1, 2, 3])
    const heard = listen(client, 'start', { prefix: 'wanted-' })
    await heard.caughtUp
    const checkpoint = heard.checkpoints.at(-1)!
    await append(client, 'wanted-1', 'no_stream', [4])
    return { checkpoint, resumed: resumedFrom(anotherClient()) }
  }
  const resumedFrom =
    (client: ClientFixture['client']) =>
    async (commit: bigint, prepare: bigint): Promise<unknown> => {
      const heard = listen(client, { commit, prepare }, { prefix: 'wanted-' })
      const end = await Promise.race([heard.caughtUp, heard.ended])
      return end ?? numbersOf(heard.events)
    }

  test('on, the checkpoint is the next event’s position, which prepare 0 delivers and commit twice skips', async () => {
    const { checkpoint, resumed } = await checkpointBefore(await openClientFixture())
    const { commit, prepare } = checkpoint
    expect(prepare).toBe(0n)
    expect(await resumed(commit, 0n)).toEqual([4])
    expect(await resumed(commit, commit)).toEqual([])
    expect(await resumed(commit - 1n, commit - 1n)).toMatchObject({
      code: 3,
      message: expect.stringContaining('Trying to read from an invalid position.') as string,
    })
  })

  test('off, the checkpoint is the last considered record’s position, and both resumptions deliver the next event', async () => {
    const fixture = await openClientFixture({ traps: trapsWithout('checkpoint-on-next-event') })
    const { checkpoint, resumed } = await checkpointBefore(fixture)
    const { commit } = checkpoint
    const next = (await readAll(fixture.client)).at(-1)!.event!
    expect(numbersOf([{ event: next }])).toEqual([4])
    expect(commit).toBeLessThan(next.position.commit)
    expect(await resumed(commit, 0n)).toEqual([4])
    expect(await resumed(commit, commit)).toEqual([4])
  })

  test('on or off, no event comes again after a later checkpoint', async () => {
    for (const traps of [USUAL_TRAPS, trapsWithout('checkpoint-on-next-event')]) {
      const { client, anotherClient } = await openClientFixture({ traps })
      await append(client, 'wanted-1', 'no_stream', [1, 2, 3, 4, 5, 6])
      const heard = listen(client, 'start', { prefix: 'wanted-', window: 1 })
      await heard.caughtUp
      const { commit, prepare } = heard.checkpoints.at(-4)!
      const again = listen(anotherClient(), { commit, prepare }, { prefix: 'wanted-' })
      await again.caughtUp
      const later = heard.events.filter(({ event }) => event!.position.commit >= commit)
      const expected = later.filter(({ event }) => prepare === 0n || event!.position.commit > commit)
      expect(numbersOf(again.events)).toEqual(numbersOf(expected))
      expect(numbersOf(again.events).length).toBeGreaterThan(0)
    }
  })
})

describe('checkpoint-lags', () => {
  /** Checkpoints of a subscription that begins after the first of many events without a match. */
  async function checkpointsAfterFirst({ client, anotherClient }: ClientFixture) {
    await append(client, 'other', 'no_stream', [1, 2, 3, 4, 5, 6])
    const [first] = (await readAll(client)).filter(({ event }) => event!.streamId === 'other')
    const place = first!.event!.position
    const heard = listen(anotherClient(), place, { prefix: 'wanted-', window: 2 })
    await heard.caughtUp
    return { place, named: heard.checkpoints[0]! }
  }

  test('on, the first checkpoint names the position where the subscription began', async () => {
    const { place, named } = await checkpointsAfterFirst(await openClientFixture())
    expect(named).toEqual(place)
  })

  test('off, it names a later position', async () => {
    const fixture = await openClientFixture({ traps: trapsWithout('checkpoint-lags') })
    const { place, named } = await checkpointsAfterFirst(fixture)
    expect(named.commit).toBeGreaterThan(place.commit)
  })
})

describe('max-ulong-checkpoint', () => {
  const checkpointsOf = async ({ client }: ClientFixture) => {
    await append(client, 'other', 'no_stream', [1])
    const heard = listen(client, 'start', { prefix: 'wanted-' })
    await heard.caughtUp
    return heard.checkpoints.map(({ commit }) => commit)
  }

  test('on, a subscription without a match yet gets the end of the log as a checkpoint', async () => {
    const fixture = await openClientFixture()
    expect(await checkpointsOf(fixture)).toContain(MAX_ULONG)
    const resumed = listen(fixture.client, { commit: MAX_ULONG, prepare: MAX_ULONG })
    await resumed.caughtUp
    expect(resumed.events).toEqual([])
  })

  test('off, it does not', async () => {
    expect(
      await checkpointsOf(await openClientFixture({ traps: trapsWithout('max-ulong-checkpoint') })),
    ).not.toContain(MAX_ULONG)
  })
})

test('inclusive-read-all: on, a read starts with the event at the position; off, after it', async () => {
  const { standIn, client } = await openClientFixture()
  await append(client, 'a', 'no_stream', [1, 2, 3])
  const { position } = (await readAll(client)).findLast(({ event }) => event?.revision === 1n)!.event!
  expect(numbersOf(await readAll(client, { fromPosition: position }))).toEqual([2, 3])
  expect(numbersOf(await readAll(client, { fromPosition: position, direction: 'backwards' }))).toEqual([1])
  await standIn.setTraps(trapsWithout('inclusive-read-all'))
  expect(numbersOf(await readAll(client, { fromPosition: position }))).toEqual([3])
})

describe('system-events', () => {
  const isSystem = (type = '') => type.startsWith('$')

  test('on, they are between those of users, count for a read, and arrive at an unfiltered subscription', async () => {
    const { client } = await openClientFixture()
    for (let number = 0; number < 90; number++) await append(client, `a-${number}`, 'no_stream', [number])
    const types = (await readAll(client)).map(({ event }) => event!.type)
    const users = types.slice(types.indexOf('Seen'))
    expect(users.filter((type) => type === '$statsCollected')).toHaveLength(2)
    expect(await readAll(client, { maxCount: 3 })).toHaveLength(3)
    expect(numbersOf(await readAll(client, { maxCount: 3 }))).toEqual([])
    const heard = listen(client, 'start')
    await heard.caughtUp
    expect(heard.events.map(({ event }) => event!.type)).toEqual(types)
  })

  test('off, only events of users exist', async () => {
    const { client } = await openClientFixture({ traps: trapsWithout('system-events') })
    await append(client, 'a', 'no_stream', [1])
    await client.tombstoneStream('a')
    expect((await readAll(client)).filter(({ event }) => isSystem(event?.type))).toEqual([])
    expect(numbersOf(await readAll(client, { maxCount: 1 }))).toEqual([1])
  })
})

describe('subscriptions-end-ok', () => {
  test('on, a subscription that the server ends appears complete', async () => {
    const { standIn, client } = await openClientFixture()
    const heard = listen(client, 'start')
    await heard.caughtUp
    await standIn.endSubscriptions()
    expect(await heard.ended).toBe('ended')
  })

  test('off, it fails as unavailable', async () => {
    const { standIn, client } = await openClientFixture({ traps: trapsWithout('subscriptions-end-ok') })
    const heard = listen(client, 'start')
    await heard.caughtUp
    await standIn.endSubscriptions()
    expect(await heard.ended).toMatchObject({ type: 'unavailable' })
  })
})

describe('ends-by-reset', () => {
  const endAtStop = async ({ standIn, client }: ClientFixture) => {
    const heard = listen(client, 'start', { prefix: 'a' })
    await heard.caughtUp
    await standIn.stop()
    return heard.ended
  }

  test('on, a subscription to a stopping server fails as an unnamed internal error', async () => {
    expect(await endAtStop(await openClientFixture())).toMatchObject({
      type: 'unknown',
      code: 13,
      message: expect.stringContaining(
        'Received RST_STREAM with code 0 (Call ended without gRPC status)',
      ) as string,
    })
  })

  test('off, it fails as unavailable', async () => {
    const fixture = await openClientFixture({ traps: trapsWithout('ends-by-reset') })
    expect(await endAtStop(fixture)).toMatchObject({ type: 'unavailable' })
  })
})

test('slow-stop: on, a server stops slowly after its subscriptions have ended; off, it stops at once', async () => {
  const { standIn, client, anotherClient } = await openClientFixture({ stopMs: 1_500 })
  const timeToStop = async (): Promise<number> => {
    const started = performance.now()
    await standIn.stop()
    return performance.now() - started
  }
  const heard = listen(client, 'start')
  await heard.caughtUp
  const stopped = timeToStop()
  await heard.ended
  expect(await endOf(stopped, 0)).toBe('hung')
  expect(await stopped).toBeGreaterThan(1_400)
  await standIn.start()
  await standIn.setTraps(trapsWithout('slow-stop', 'not-ready-at-start'))
  await append(anotherClient(), 'a', 'no_stream', [1])
  expect(await awakeMsOf(standIn.stop())).toBeLessThan(1_400)
})

describe('a subscription or a read of all', () => {
  test('from a position without a record fails, each with its own message', async () => {
    const { client } = await openClientFixture()
    await append(client, 'a', 'no_stream', [1])
    const { commit } = (await readAll(client)).at(-1)!.event!.position
    const within = { commit: commit - 1n, prepare: commit - 1n }
    await expect(readAll(client, { fromPosition: within })).rejects.toMatchObject({
      code: 2,
      message: expect.stringContaining('Unexpected ReadAllResult: InvalidPosition') as string,
    })
    expect(await listen(client, within).ended).toMatchObject({
      code: 3,
      message: expect.stringContaining('Trying to read from an invalid position.') as string,
    })
  })

  test('from beyond the end reads nothing, or waits as a subscription', async () => {
    const { client } = await openClientFixture()
    await append(client, 'a', 'no_stream', [1])
    const { commit } = (await readAll(client)).at(-1)!.event!.position
    const beyond = { commit: commit + 1_000_000n, prepare: commit + 1_000_000n }
    expect(await readAll(client, { fromPosition: beyond })).toEqual([])
    const heard = listen(client, beyond)
    await heard.caughtUp
    expect(heard.events).toEqual([])
  })

  test('with a filter and a count returns only that many matches', async () => {
    const { standIn, client } = await openClientFixture()
    for (let number = 0; number < 20; number++)
      await append(client, `a-${number}`, 'no_stream', [{ number, type: number % 5 === 0 ? 'Rare' : 'Seen' }])
    expect(await filteredRead(standIn.url, { types: ['Rare'], count: 3 })).toEqual(['a-0', 'a-5', 'a-10'])
    expect(await filteredRead(standIn.url, { types: ['Rare'], count: 9 })).toHaveLength(4)
  })
})
