import type { LiveMessage } from '@app/contracts/api/live-calls.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { fakeTimers } from '../../testing/fake-timers.ts'
import { liveServer } from '../../testing/live-server.ts'
import { followLive, type LiveStatus } from './live-stream.ts'
import { eventually } from '../../../tests/support/eventually.ts'

const OPENED = { facts: [], people: 0 }

function start({ answers = [] as (() => Response)[], chance = 1 } = {}) {
  const server = liveServer()
  const timers = fakeTimers()
  const asked: (string | undefined)[] = []
  const heard: LiveMessage[] = []
  const statuses: LiveStatus[] = []
  const stream = followLive({
    open: async (lastEventId, signal) => {
      asked.push(lastEventId)
      return answers.shift()?.() ?? server.answer(new Request('http://localhost/', { signal }))
    },
    onMessage: (message) => heard.push(message),
    onStatus: (status) => statuses.push(status),
    after: timers.after,
    random: () => chance,
  })
  const connection = async (count: number) => {
    await eventually(() => expect(server.connections).toHaveLength(count))
    return server.connections[count - 1]
  }
  return { stream, timers, asked, heard, statuses, connection, connections: server.connections }
}

/** Waits for everything without a timer: streams in memory use promises only, which end before this turn. */
const settled = () => nextTurn()
const refused = (status: number) => () => new Response('{}', { status })

test('messages arrive in order, however the network splits them', async () => {
  const { connection, heard } = start()
  const server = await connection(1)
  server?.say('event: opened\ndata: {"facts":[],')
  server?.say('"people":2}\n')
  server?.say('\n:\n\nevent: people\ndata: {"people":1}\n\n')
  await eventually(() => expect(heard).toHaveLength(2))
  expect(heard).toEqual([
    { type: 'opened', facts: [], people: 2 },
    { type: 'people', people: 1 },
  ])
})

test('a lost connection is taken up where it was left [FIG-12]', async () => {
  const { connection, asked, statuses, timers, heard } = start()
  const server = await connection(1)
  server?.tell('opened', OPENED, '41')
  server?.tell('moved', OPENED, '42')
  await eventually(() => expect(heard).toHaveLength(2))
  server?.drop()
  await eventually(() => expect(statuses).toEqual(['connected', 'reconnecting']))
  timers.pass(500)
  await connection(2)
  expect(asked).toEqual([undefined, '42'])
})

test('a connection that the server closes is taken up as well', async () => {
  const { connection, asked, timers } = start()
  const server = await connection(1)
  server?.tell('opened', OPENED, 'ab')
  server?.close()
  await eventually(() => expect(timers.waiting()).toContain(500))
  timers.pass(500)
  await connection(2)
  expect(asked).toEqual([undefined, 'ab'])
})

test('pauses grow to half a minute, and a good connection makes them short again', async () => {
  const { connection, asked, timers } = start({ answers: Array.from({ length: 8 }, () => refused(503)) })
  for (const [tries, pauseMs] of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
    await eventually(() => expect(timers.waiting()).toContain(pauseMs))
    expect(asked).toHaveLength(tries + 1)
    timers.pass(pauseMs)
  }
  const server = await connection(1)
  await eventually(() => expect(timers.waiting()).toContain(5_000))
  timers.pass(5_000)
  server?.drop()
  await eventually(() => expect(timers.waiting()).toContain(500))
})

test('half of each pause is left to chance', async () => {
  const { timers } = start({ answers: [refused(502)], chance: 0 })
  await eventually(() => expect(timers.waiting()).toContain(250))
})

test.each([401, 403])('after %d nothing more is requested', async (status) => {
  const { asked, statuses, timers, stream } = start({ answers: [refused(status)] })
  await eventually(() => expect(statuses).toEqual(['ended']))
  stream.renew()
  timers.pass(60_000)
  await settled()
  expect(asked).toHaveLength(1)
})

test('an ended session is not requested again', async () => {
  const { connection, asked, statuses, heard, timers } = start()
  const server = await connection(1)
  server?.tell('ended', {})
  await eventually(() => expect(statuses).toEqual(['connected', 'ended']))
  timers.pass(60_000)
  await settled()
  expect(heard).toEqual([{ type: 'ended' }])
  expect(asked).toHaveLength(1)
})

test('a silent connection is replaced; a heartbeat is enough to keep it', async () => {
  const { connection, connections, timers, statuses } = start()
  const server = await connection(1)
  await eventually(() => expect(statuses).toEqual(['connected']))
  timers.pass(44_000)
  server?.say(':\n\n')
  await settled()
  timers.pass(44_000)
  await settled()
  expect(statuses).toEqual(['connected'])
  timers.pass(1_000)
  await eventually(() => expect(statuses).toEqual(['connected', 'reconnecting']))
  timers.pass(500)
  await connection(2)
  expect(connections).toHaveLength(2)
})

test('an answer that never comes counts as silence', async () => {
  const timers = fakeTimers()
  const asked: string[] = []
  followLive({
    open: (_id, signal) => {
      asked.push('asked')
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('cut'))),
      )
    },
    onMessage: () => undefined,
    onStatus: () => undefined,
    after: timers.after,
    random: () => 1,
  })
  timers.pass(45_000)
  await eventually(() => expect(timers.waiting()).toContain(500))
  timers.pass(500)
  await eventually(() => expect(asked).toHaveLength(2))
})

test('hope ends a pause at once', async () => {
  const { connection, timers, stream, asked } = start({ answers: [refused(503)] })
  await eventually(() => expect(timers.waiting()).toContain(500))
  stream.renew()
  await connection(1)
  expect(asked).toHaveLength(2)
})

test('a page that returns to a live connection keeps it, and handles its loss as usual', async () => {
  const { connection, stream, asked, statuses, timers } = start()
  const server = await connection(1)
  await eventually(() => expect(statuses).toEqual(['connected']))
  stream.resume()
  await settled()
  expect(asked).toHaveLength(1)
  server?.close()
  await eventually(() => expect(timers.waiting()).toContain(500))
})

test('a hidden page has no connection, and a visible one has', async () => {
  const { connection, stream, asked, timers, statuses } = start()
  const server = await connection(1)
  server?.tell('opened', OPENED, '7')
  await eventually(() => expect(statuses).toEqual(['connected']))
  stream.rest()
  await settled()
  stream.renew()
  timers.pass(600_000)
  await settled()
  expect(server?.request.signal.aborted).toBe(true)
  expect(asked).toHaveLength(1)
  expect(statuses.at(-1)).toBe('reconnecting')
  stream.resume()
  await connection(2)
  expect(asked).toEqual([undefined, '7'])
  await eventually(() => expect(statuses.at(-1)).toBe('connected'))
})

test('a stopped stream stays stopped', async () => {
  const { connection, stream, asked, timers, statuses } = start()
  const server = await connection(1)
  await eventually(() => expect(statuses).toEqual(['connected']))
  stream.stop()
  await settled()
  stream.resume()
  timers.pass(600_000)
  await settled()
  expect(server?.request.signal.aborted).toBe(true)
  expect(asked).toHaveLength(1)
  expect(timers.waiting()).toEqual([])
  expect(statuses).toEqual(['connected'])
})

test('an unknown message of a newer server is logged and skipped', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const { connection, heard } = start()
  const server = await connection(1)
  server?.tell('fireworks', { colour: 'red' }, '8')
  server?.say('event: moved\ndata: {not json\n\n')
  server?.tell('people', { people: 4 })
  await eventually(() => expect(heard).toEqual([{ type: 'people', people: 4 }]))
  expect(logged).toHaveBeenCalledTimes(2)
  logged.mockRestore()
})
