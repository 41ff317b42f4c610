// @vitest-environment happy-dom
import type { LiveMessage } from '@app/contracts/analytics.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { liveServer } from '../testing/live-server.ts'
import { followLive, type LiveStatus } from './live-stream.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { settled, turnedClock } from '../testing/turned-clock.ts'

const OPENED = { facts: [], people: 0 }
/** Half of its random part is left to chance. */
const PAUSE_MS = 1_500

let stop = (): void => undefined
afterEach(() => stop())

type Answer = (signal: AbortSignal) => Response | Promise<Response>
function start({ answers = [] as Answer[] } = {}) {
  const server = liveServer()
  const clock = turnedClock()
  const asked: (string | undefined)[] = []
  const heard: LiveMessage[] = []
  const statuses: LiveStatus[] = []
  stop = followLive({
    open: async (lastEventId, signal) => {
      asked.push(lastEventId)
      return answers.shift()?.(signal) ?? server.answer(new Request('http://localhost/', { signal }))
    },
    onMessage: (message) => heard.push(message),
    onStatus: (status) => statuses.push(status),
    after: clock.after,
    random: () => 0.5,
  })
  const connection = async (count: number) => {
    await eventually(() => expect(server.connections).toHaveLength(count))
    return server.connections[count - 1]
  }
  return { turn: clock.turn, asked, heard, statuses, connection }
}

const refused = (status: number) => () => new Response('{}', { status })
function see(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}
const networkReturns = () => window.dispatchEvent(new Event('online'))

test('a connection that is lost, closed or refused is taken up where it was left [FIG-12]', async () => {
  const { connection, asked, statuses, turn, heard } = start({ answers: [refused(503)] })
  await eventually(() => expect(statuses).toEqual(['reconnecting']))
  await turn(PAUSE_MS)
  const lost = await connection(1)
  lost?.tell('opened', OPENED, '41')
  lost?.tell('moved', OPENED, '42')
  await eventually(() => expect(heard).toHaveLength(2))
  lost?.drop()
  await eventually(() => expect(statuses).toEqual(['reconnecting', 'connected', 'reconnecting']))
  await turn(PAUSE_MS)
  const closed = await connection(2)
  closed?.close()
  await eventually(() => expect(statuses).toHaveLength(5))
  await turn(PAUSE_MS)
  await connection(3)
  expect(asked).toEqual([undefined, undefined, '42', '42'])
})

test('nothing more is requested after a refusal, or once the session has ended', async () => {
  for (const status of [401, 403]) {
    const { asked, statuses, turn } = start({ answers: [refused(status)] })
    await eventually(() => expect(statuses).toEqual(['ended']))
    networkReturns()
    await turn(60_000)
    await settled()
    expect(asked).toHaveLength(1)
    stop()
  }
  const { connection, asked, statuses, heard, turn } = start()
  const server = await connection(1)
  server?.tell('ended', {})
  await eventually(() => expect(statuses).toEqual(['connected', 'ended']))
  see('visible')
  await turn(60_000)
  await settled()
  expect([heard, asked.length]).toEqual([[{ type: 'ended' }], 1])
})

test('a silent connection is replaced; a heartbeat is enough to keep it', async () => {
  const { connection, turn, statuses } = start()
  const server = await connection(1)
  await eventually(() => expect(statuses).toEqual(['connected']))
  await turn(44_000)
  server?.say(':\n\n')
  await settled()
  await turn(44_000)
  await settled()
  expect(statuses).toEqual(['connected'])
  await turn(1_000)
  await eventually(() => expect(statuses).toEqual(['connected', 'reconnecting']))
  await turn(PAUSE_MS)
  await connection(2)
})

test('the network ends a pause at once, and replaces a connection that may be dead', async () => {
  const { connection, asked } = start({ answers: [refused(503)] })
  await settled()
  networkReturns()
  const first = await connection(1)
  networkReturns()
  await connection(2)
  expect([first?.request.signal.aborted, asked.length]).toEqual([true, 3])
})

test('a page that is hidden for three seconds has no connection, and takes it up when it is seen again', async () => {
  const { connection, asked, turn, statuses } = start()
  const server = await connection(1)
  server?.tell('opened', OPENED, '7')
  await eventually(() => expect(statuses).toEqual(['connected']))
  const passWithHeartbeat = async (ms: number) => {
    await turn(ms)
    server?.say(':\n\n')
    await settled()
  }
  see('hidden')
  await passWithHeartbeat(2_000)
  see('visible')
  await passWithHeartbeat(2_000)
  expect([server?.request.signal.aborted, asked.length]).toEqual([false, 1])
  see('hidden')
  await passWithHeartbeat(2_000)
  await turn(1_000)
  networkReturns()
  await turn(600_000)
  await settled()
  expect([server?.request.signal.aborted, asked.length, statuses.at(-1)]).toEqual([true, 1, 'reconnecting'])
  see('visible')
  await connection(2)
  expect(asked).toEqual([undefined, '7'])
  await eventually(() => expect(statuses.at(-1)).toBe('connected'))
})

test('a page that begins hidden connects when it is seen, and a stopped stream stays stopped', async () => {
  see('hidden')
  const { connection, asked, turn, statuses } = start()
  networkReturns()
  await settled()
  expect(asked).toEqual([])
  see('visible')
  const server = await connection(1)
  await eventually(() => expect(statuses).toEqual(['connected']))
  see('hidden')
  stop()
  await settled()
  see('visible')
  networkReturns()
  await turn(600_000)
  await settled()
  expect(server?.request.signal.aborted).toBe(true)
  expect(asked).toHaveLength(1)
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
})
