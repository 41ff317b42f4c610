import { EventStoreDBClient } from '@eventstore/db-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { append, numbersOf, openClientFixture, readAll, streamNumbers, type Expected } from './real-client.ts'
import { openStandIn, type StandIn } from './stand-in-process.ts'
import { createIdCache } from './stand-in/known-ids.ts'

describe('an append', () => {
  let standIn: StandIn
  let client: EventStoreDBClient
  beforeAll(async () => {
    standIn = await openStandIn()
    client = EventStoreDBClient.connectionString(standIn.url)
  })
  afterAll(() => standIn.dispose())

  const wrong = (actualVersion: bigint | 'no_stream') => ({ type: 'wrong-expected-version', actualVersion })
  const at = (nextExpectedRevision: bigint) => ({ nextExpectedRevision })

  /** Stored events, an append with its expectation, and the answer. */
  const table: readonly [string, readonly number[], Expected, readonly number[], object][] = [
    ['no_stream on no stream is written', [], 'no_stream', [1], at(0n)],
    ['any on no stream is written', [], 'any', [1], at(0n)],
    ['stream_exists on no stream is wrong', [], 'stream_exists', [1], wrong('no_stream')],
    ['a revision on no stream is wrong', [], 0n, [1], wrong('no_stream')],
    ['the revision of the last event is written', [1, 2], 1n, [3], at(2n)],
    ['stream_exists on a stream is written', [1], 'stream_exists', [2], at(1n)],
    ['a revision too high is wrong', [1, 2], 2n, [3], wrong(1n)],
    ['a revision too low is wrong', [1, 2], 0n, [3], wrong(1n)],
    ['no_stream on a stream is wrong', [1, 2], 'no_stream', [3], wrong(1n)],
    ['the same ids after no_stream are known', [1, 2], 'no_stream', [1, 2], at(1n)],
    ['the same ids after a revision are known', [1, 2, 3], 0n, [2, 3], at(2n)],
    ['a prefix of the same ids is known, and answered with its last', [1, 2, 3], 'no_stream', [1, 2], at(1n)],
    ['the same ids and one more are wrong', [1, 2], 'no_stream', [1, 2, 3], wrong(1n)],
    ['known ids that then differ are wrong', [1, 2, 3], 'no_stream', [1, 9], wrong(2n)],
    ['any with known ids is known', [1, 2, 3], 'any', [2, 3], at(2n)],
    ['any with a new first id is written', [1], 'any', [2, 1], at(2n)],
    ['any with a known first and a new second id is wrong', [1], 'any', [1, 2], wrong(0n)],
    ['no events at the right revision is written as an empty event', [1], 0n, [], at(1n)],
    ['no events at a revision too low is wrong', [1, 2], 0n, [], wrong(1n)],
  ]
  test.each(table)('with %s', async (title, before, expected, events, answer) => {
    const stream = title.replaceAll(/\W/g, '-')
    if (before.length > 0) await append(client, stream, 'no_stream', before)
    const end = await append(client, stream, expected, events).catch((error: unknown) => error)
    expect(end).toMatchObject(answer)
  })

  test('recognises an id only in its own stream', async () => {
    await append(client, 'id-a', 'any', [70])
    expect(await append(client, 'id-b', 'any', [70])).toMatchObject({ nextExpectedRevision: 0n })
  })

  test('is written once among 20 simultaneous ones with no_stream, and 19 are wrong', async () => {
    const all = Array.from({ length: 20 }, (_, index) => append(client, 'race', 'no_stream', [100 + index]))
    const ends = await Promise.allSettled(all)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const end of ends)
      if (end.status === 'rejected')
        expect(end.reason).toMatchObject({ type: 'wrong-expected-version', message: '', actualVersion: 0n })
  })
})

describe('a closed stream', () => {
  test('that is tombstoned accepts and shows no events, and stays in the log with its end at revision 2^63-1', async () => {
    const { client } = await openClientFixture()
    await append(client, 'a', 'no_stream', [1])
    await expect(client.tombstoneStream('a', { expectedRevision: 5n })).rejects.toMatchObject({
      type: 'wrong-expected-version',
      expectedVersion: 5n,
      actualVersion: 0n,
      code: 9,
    })
    await client.tombstoneStream('a', { expectedRevision: 0n })
    const closed = { type: 'stream-deleted', streamName: 'a', code: 9 }
    await expect(append(client, 'a', 'any', [2])).rejects.toMatchObject(closed)
    await expect(append(client, 'a', 'no_stream', [1])).rejects.toMatchObject(closed)
    await expect(client.tombstoneStream('a')).rejects.toMatchObject(closed)
    await expect(streamNumbers(client, 'a')).rejects.toMatchObject(closed)
    const all = await readAll(client)
    expect(numbersOf(all)).toEqual([1])
    expect(all.at(-1)!.event).toMatchObject({
      streamId: 'a',
      type: '$streamDeleted',
      revision: 2n ** 63n - 1n,
    })
  })

  test('that is deleted softly shows only later events, and the earlier ones stay in the log', async () => {
    const { client } = await openClientFixture()
    await append(client, 'a', 'no_stream', [1, 2])
    await client.deleteStream('a')
    await expect(streamNumbers(client, 'a')).rejects.toMatchObject({ type: 'stream-not-found' })
    await expect(append(client, 'a', 'stream_exists', [3])).rejects.toMatchObject({ type: 'stream-deleted' })
    expect(await append(client, 'a', 'no_stream', [3])).toMatchObject({ nextExpectedRevision: 2n })
    expect(await streamNumbers(client, 'a')).toEqual([3])
    expect(numbersOf(await readAll(client))).toEqual([1, 2, 3])
  })
})

test('the cache of ids evicts the oldest when it is full', () => {
  const cache = createIdCache(100)
  for (const [record, id] of ['1', '2', '3', '4'].entries()) cache.remember(id, 'a', record)
  expect(['1', '2', '3', '4'].map((id) => cache.find(id)?.record)).toEqual([undefined, 1, 2, 3])
})
