import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LIVE_FACTS_MAX, type LiveMessage } from '@app/contracts/analytics/live-calls.ts'
import { positionOf } from '@app/contracts/event-store.ts'
import { messageText, openStream, type LiveStream } from './live-stream.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'

const ASKED = {
  accountId: 'ana',
  sessionId: uuid(2),
  profileId: uuid(1),
  lastEventId: undefined,
  check: () => Promise.resolve(),
}
/** As large as they come. */
const FULL: LiveMessage = {
  type: 'moved',
  people: 7,
  facts: Array.from({ length: LIVE_FACTS_MAX }, (_, n) => ({
    id: uuid(n),
    at: '2026-11-20T12:00:00.000Z',
    kind: 'click',
    network: 'instagram',
    source: 'link',
    device: 'desktop',
    excluded: null,
  })),
}
/** Many more than the kernel buffers. */
const MESSAGES_MAX = 5_000

let server: Server
let opened: { readonly stream: LiveStream; readonly response: ServerResponse }[]
let sockets: Socket[]
beforeEach(async () => {
  opened = []
  sockets = []
  server = createServer((_request, response) => {
    opened.push({ stream: openStream(ASKED, response), response })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** A plain socket: nothing between the test and its kernel's buffer. */
async function ask(): Promise<Socket> {
  const before = opened.length
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => opened.length).toBe(before + 1)
  return socket
}

longTest(
  'a reader who stops reading is dropped, with no more kept for them than one full buffer and a message [LIM-11]',
  async () => {
    const slow = await ask()
    const [{ response: slowly }] = opened as [(typeof opened)[number]]
    const quick = await ask()
    slow.pause()
    let [read, kept, sent] = [0, 0, 0]
    quick.on('data', (chunk) => (read += chunk.length))
    const text = messageText(FULL, positionOf(1n))
    for (; sent < MESSAGES_MAX && !slowly.destroyed; sent += 1) {
      for (const { stream } of opened) stream.say(FULL, positionOf(1n))
      kept = Math.max(kept, slowly.writableLength)
      // Like real messages: each in a turn of its own, in which readers can read.
      await new Promise(setImmediate)
    }
    expect(slowly.destroyed).toBe(true)
    expect(kept).toBeGreaterThan(0)
    expect(kept).toBeLessThan(slowly.writableHighWaterMark + 2 * text.length)
    expect(opened[1]!.response.destroyed).toBe(false)
    await expect.poll(() => read).toBeGreaterThanOrEqual(sent * text.length)
  },
)

longTest('an ended stream closes its connection, also if its last message is not read', async () => {
  const [reading, silent] = [await ask(), await ask()]
  reading.resume()
  silent.pause()
  // More than its kernel buffers, but less than would drop the stream.
  const { stream: unread, response } = opened[1]!
  while (response.writableLength === 0) {
    unread.say(FULL)
    await new Promise(setImmediate)
  }
  expect(response.destroyed).toBe(false)
  for (const { stream } of opened) {
    stream.say({ type: 'ended' })
    stream.end()
  }
  await expect.poll(() => reading.closed).toBe(true)
  await expect.poll(() => opened.every(({ response }) => response.closed)).toBe(true)
})

test('a message to a stream that has ended or gone is dropped', async () => {
  const [ended, gone] = [await ask(), await ask()]
  ended.resume()
  const [first, second] = opened as [(typeof opened)[number], (typeof opened)[number]]
  first.stream.end()
  first.stream.say(FULL)
  gone.destroy()
  await expect.poll(() => second.response.destroyed).toBe(true)
  for (const { stream } of opened) {
    stream.say(FULL)
    stream.beat()
    stream.end()
  }
})
