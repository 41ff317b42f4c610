import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { LiveMessage } from '@app/contracts/analytics.ts'
import { positionOf } from '@app/contracts/event-store.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { messageText, openStream, type LiveStream } from './live-stream.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'

const REQUEST = {
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
  facts: Array.from({ length: LIMITS.liveFactsMax }, (_, n) => ({
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

interface Opened {
  readonly stream: LiveStream
  readonly response: ServerResponse
  /** The reader's: nothing is between the test and its kernel's buffer. */
  readonly socket: Socket
}

/** Two streams and their readers. */
async function openTwo(): Promise<readonly [Opened, Opened]> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  const openOne = async (): Promise<Opened> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
    return { socket, response, stream: openStream(REQUEST, response) }
  }
  return [await openOne(), await openOne()]
}

test('a reader who stops reading is dropped, with no more kept for them than one full buffer and a message [LIM-11]', async () => {
  const [slow, quick] = await openTwo()
  slow.socket.pause()
  let [read, kept, sent] = [0, 0, 0]
  quick.socket.on('data', (chunk) => (read += chunk.length))
  const text = messageText(FULL, positionOf(1n))
  for (; sent < MESSAGES_MAX && !slow.response.destroyed; sent += 1) {
    for (const { stream } of [slow, quick]) stream.say(FULL, positionOf(1n))
    kept = Math.max(kept, slow.response.writableLength)
    // Like real messages: each in a turn of its own, in which readers can read.
    await new Promise(setImmediate)
  }
  expect([slow.response.destroyed, quick.response.destroyed]).toEqual([true, false])
  expect(kept).toBeGreaterThan(0)
  expect(kept).toBeLessThan(slow.response.writableHighWaterMark + 2 * text.length)
  await expect.poll(() => read).toBeGreaterThanOrEqual(sent * text.length)
})
