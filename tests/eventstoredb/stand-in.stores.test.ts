import { appendFile, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ownFolder } from './own-folder.ts'
import { writeRaw } from './raw-event.ts'
import { append, endOf, listen, numbersOf, openClientFixture, readAll } from './real-client.ts'
import { trapsWithout } from './traps.ts'
import { eventually } from '../support/eventually.ts'

const READY_AT_ONCE = { traps: trapsWithout('not-ready-at-start') }
const HANDED_OVER_MS = 5_000

describe('the log', () => {
  test('has all acknowledged events after kill -9, at the same positions', async () => {
    const { standIn, client, anotherClient } = await openClientFixture(READY_AT_ONCE)
    const acknowledged: number[] = []
    let isRunning = true
    const write = async (writer: number): Promise<void> => {
      for (let number = writer; isRunning; number += 4) {
        const end = await append(client, `a-${number}`, 'no_stream', [number]).catch(() => undefined)
        if (end === undefined) return
        acknowledged.push(number)
      }
    }
    const writers = [0, 1, 2, 3].map(write)
    await eventually(() => expect(acknowledged.length).toBeGreaterThanOrEqual(100))
    const before = await readAll(anotherClient())
    await standIn.kill()
    isRunning = false
    await Promise.all(writers)
    await standIn.start()
    const after = await readAll(anotherClient())
    expect(numbersOf(after)).toEqual(expect.arrayContaining(acknowledged))
    expect(after.slice(0, before.length)).toEqual(before)
  })

  test('drops a torn append as a whole, and continues after the one before', async () => {
    const folder = await ownFolder()
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const dataFile = join(folder, 'log')
    const { standIn, client, anotherClient } = await openClientFixture({ ...READY_AT_ONCE, dataFile })
    await append(client, 'a', 'no_stream', [1, 2])
    await append(client, 'b', 'no_stream', [3, 4, 5])
    for (const tear of [
      async () => truncate(dataFile, (await stat(dataFile)).size - 5),
      () => appendFile(dataFile, Buffer.from([9, 0, 0, 0, 1, 2])),
    ]) {
      await standIn.kill()
      await tear()
      await standIn.start()
      expect(numbersOf(await readAll(anotherClient()))).toEqual([1, 2])
    }
    await append(anotherClient(), 'b', 'no_stream', [6])
    expect(numbersOf(await readAll(anotherClient()))).toEqual([1, 2, 6])
  })

  test('begins with a record of the server at position 0, and its positions are not consecutive', async () => {
    const { client } = await openClientFixture()
    await append(client, 'a', 'no_stream', [1, 2])
    const events = (await readAll(client)).map(({ event }) => event!)
    expect(events[0]).toMatchObject({ position: { commit: 0n, prepare: 0n } })
    expect(events[0]!.streamId).toMatch(/^\$/)
    const [first, second] = events.slice(-2).map(({ position }) => position)
    expect(first!.commit).toBe(first!.prepare)
    expect(second!.commit).toBeGreaterThan(first!.commit + 1n)
  })

  test('reads the same events backward and forward', async () => {
    const { client } = await openClientFixture()
    await append(client, 'a', 'no_stream', [1, 2, 3])
    const forward = (await readAll(client)).map(({ event }) => event!.id)
    const backward = await readAll(client, { direction: 'backwards', fromPosition: 'end' })
    expect(backward.map(({ event }) => event!.id)).toEqual(forward.toReversed())
  })
})

describe('a subscription', () => {
  test('delivers old and new events without a gap or a duplicate, and catches up once', async () => {
    const { client, anotherClient } = await openClientFixture()
    await append(
      client,
      'old',
      'no_stream',
      Array.from({ length: 300 }, (_, number) => number),
    )
    const write = async (writer: number): Promise<void> => {
      for (let index = 0; index < 100; index++)
        await append(anotherClientOf[writer]!, `new-${writer}-${index}`, 'no_stream', [
          1_000 + writer * 100 + index,
        ])
    }
    const anotherClientOf = [0, 1, 2, 3].map(anotherClient)
    const writers = [0, 1, 2, 3].map(write)
    const heard = listen(client, 'start')
    await Promise.all(writers)
    const all = await readAll(anotherClient())
    expect(await endOf(heard.until(all.length), HANDED_OVER_MS)).toBeUndefined()
    expect(heard.events).toEqual(all)
    expect(heard.caughtUps()).toBe(1)
  })

  test('delivers 5,000 events in order to a slow consumer', async () => {
    const { client } = await openClientFixture()
    for (let first = 0; first < 5_000; first += 500) {
      const numbers = Array.from({ length: 500 }, (_, index) => first + index)
      await append(client, `a-${first}`, 'no_stream', numbers)
    }
    const read: unknown[] = []
    const subscription = client.subscribeToAll({ fromPosition: 'start' }, { highWaterMark: 4 })
    for await (const event of subscription) {
      read.push(...numbersOf([event]))
      if (read.length % 100 === 0) await pause(2)
      if (read.length === 5_000) break
    }
    expect(read).toEqual(Array.from({ length: 5_000 }, (_, number) => number))
  })

  test('gets a checkpoint after each interval of considered records, and one when it goes live', async () => {
    const { client } = await openClientFixture({
      traps: trapsWithout('max-ulong-checkpoint', 'checkpoint-lags'),
    })
    await append(
      client,
      'other',
      'no_stream',
      Array.from({ length: 95 }, (_, number) => number),
    )
    const considered = (await readAll(client)).length
    const heard = listen(client, 'start', { prefix: 'wanted-', window: 10 })
    await heard.caughtUp
    expect(heard.checkpoints).toHaveLength(Math.floor(considered / 10) + 1)
    for (const { prepare } of heard.checkpoints) expect(prepare).toBe(0n)
    await append(
      client,
      'other',
      94n,
      Array.from({ length: 20 }, (_, number) => 200 + number),
    )
    await append(client, 'wanted-1', 'no_stream', [300])
    await heard.until(1)
    const live = heard.checkpoints.slice(Math.floor(considered / 10) + 1)
    expect(live).toHaveLength(2)
    for (const { commit, prepare } of live) expect(prepare).toBe(commit)
  })
})

test('a raw event keeps its bytes, JSON or not', async () => {
  const { standIn, client } = await openClientFixture()
  const texts = { dataText: '{"half":', metaText: 'no JSON' }
  await writeRaw(standIn.url, { stream: 'a', type: 'Raw', ...texts })
  const { event } = (await readAll(client)).at(-1)!
  expect(event).toMatchObject({ streamId: 'a', type: 'Raw', data: '{"half":', isJson: true })
  expect(Buffer.from(event!.metadata as Uint8Array).toString()).toBe('no JSON')
})
