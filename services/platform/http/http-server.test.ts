import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { createGate } from '../../../tests/support/gate.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'
import { HTTP_LIMITS, openHttpServer, type HttpServer } from './http-server.ts'

const LIMITS = {
  ...HTTP_LIMITS,
  headersMsMax: 300,
  requestMsMax: 700,
  keepAliveMs: 200,
  unreadMsMax: 300,
  lookEveryMs: 50,
}
/** More than the system buffers for a client that does not read. */
const LARGE = Buffer.alloc(32_000_000)

let server: HttpServer
let slowIsAsked: ReturnType<typeof createGate>
let largeIsGivenUp: ReturnType<typeof createGate>
const opened: Socket[] = []

beforeEach(async () => {
  slowIsAsked = createGate()
  largeIsGivenUp = createGate()
  server = await openHttpServer({ host: '127.0.0.1', port: 0, limits: LIMITS })
  server.serve((request, response) => {
    if (request.url === '/large') response.once('close', largeIsGivenUp.open).end(LARGE)
    else if (request.url === '/slow') {
      slowIsAsked.open()
      void largeIsGivenUp.opened.then(() => response.end('done'))
    } else if (request.url === '/body') request.resume().once('end', () => response.end('done'))
    else response.end('done')
  })
})
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy()
  await server.stop(0)
})

interface Connection {
  readonly socket: Socket
  said(): string
  isClosed(): boolean
}

/** Opens a connection and sends a text; answers once that is answered, or as it says. */
async function open(
  text = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
  isOpened = (said: string) => said.includes('200 OK'),
): Promise<Connection> {
  const socket = connect(server.port, '127.0.0.1')
  opened.push(socket)
  let said = ''
  let isClosed = false
  socket.on('data', (bytes: Buffer) => (said += bytes.toString('latin1')))
  socket.on('error', () => undefined)
  socket.on('close', () => (isClosed = true))
  socket.write(text)
  await eventually(() => expect(isClosed || isOpened(said)).toBe(true), { everyMs: 5 })
  return { socket, said: () => said, isClosed: () => isClosed }
}

test('headers that do not end are given up, before a whole request would be [LIM-6]', async () => {
  await server.stop(0)
  const limits = { ...LIMITS, requestMsMax: HTTP_LIMITS.requestMsMax }
  server = await openHttpServer({ host: '127.0.0.1', port: 0, limits })
  server.serve((_request, response) => response.end('done'))
  const slow = await open()
  slow.socket.write('GET / HTTP/1.1\r\nX: y')
  await eventually(() => expect(slow.isClosed()).toBe(true))
  expect(slow.said()).toContain('408 Request Timeout')
})

test('a request that comes before the product serves is answered by it, and one about health at once', async () => {
  await server.stop(0)
  server = await openHttpServer({ host: '127.0.0.1', port: 0 })
  const early = open()
  const isAnswered = (said: string) => /\r\n\r\n./.test(said)
  expect((await open('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', isAnswered)).said()).toContain('200 OK')
  expect((await open('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n', isAnswered)).said()).toContain('503')
  server.serve((_request, response) => response.end('done'))
  expect((await early).said()).toContain('done')
})

test('headers of 60 KB are answered, and longer ones refused', async () => {
  const answerTo = async (bytes: number): Promise<string> => {
    const text = `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'c'.repeat(bytes)}\r\n\r\n`
    return (await open(text, (said) => /done|431/.test(said))).said()
  }
  expect(await answerTo(60 * 1024)).toContain('200 OK')
  expect(await answerTo(64 * 1024)).toMatch(/^HTTP\/1.1 431 /)
})

longTest(
  'a client that does not read an answer is disconnected, and one that waits for an answer is not [LIM-6]',
  async () => {
    const waiting = open('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
    await slowIsAsked.opened
    const unread = connect(server.port, '127.0.0.1')
    opened.push(unread)
    const ended = new Promise((resolve) => unread.once('error', resolve).once('close', resolve))
    unread.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
    // It waits from before the other one did not read until that one is let go.
    expect((await waiting).said()).toContain('done')
    // Only now is it read: what had been sent comes, and then no more.
    let bytes = 0
    unread.on('data', (some: Buffer) => (bytes += some.length))
    await ended
    expect(bytes).toBeLessThan(LARGE.length)
  },
)
