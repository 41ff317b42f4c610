import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openLiveReader } from './live-reader.ts'

async function serve() {
  const opened: ServerResponse[] = []
  const server = createServer((request, response) => {
    const isAllowed = request.headers.authorization === 'Bearer me'
    response.writeHead(isAllowed ? 200 : 401, { 'Content-Type': 'text/event-stream' }).flushHeaders()
    opened.push(response)
    if (!isAllowed) response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { opened, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/live` }
}

test('messages are counted and passed on, in however many pieces they come; a heartbeat is none', async () => {
  const { opened, url } = await serve()
  const reader = await openLiveReader(url, { Authorization: 'Bearer me' })
  onTestFinished(reader.close)
  const [stream] = opened
  const heard = reader.untilMessage('"b"')
  stream!.write('retry: 1\n\n:\n\nid: 4\nevent: opened\ndata: "a"\n')
  await pause(5)
  stream!.write('\nevent: moved\ndata: ')
  await pause(5)
  stream!.write('"b"\n\n')
  await heard
  expect(reader.messages()).toBe(2)
  reader.close()
  await once(stream!, 'close')
})

test('who is not let in has no stream', async () => {
  const { url } = await serve()
  await expect(openLiveReader(url, {})).rejects.toThrow('/live answered 401')
})
