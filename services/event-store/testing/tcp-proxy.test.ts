import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { eventually } from '../../../tests/support/eventually.ts'

let echo: Server
let proxy: TcpProxy
const clients = new Set<Socket>()

beforeEach(async () => {
  echo = createServer((socket) => socket.on('error', () => {}).pipe(socket))
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
  proxy = await openTcpProxy({ host: '127.0.0.1', port: portOf(echo) })
})

afterEach(async () => {
  for (const client of clients) client.destroy()
  clients.clear()
  await proxy.close()
  echo.close()
})

const portOf = (server: Server): number => (server.address() as AddressInfo).port

async function dial(port = proxy.port): Promise<{ socket: Socket; heard: () => string }> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => {})
  clients.add(socket)
  await once(socket, 'connect')
  return { socket, heard: () => Buffer.concat(chunks).toString() }
}

const ROUND_TRIPS = 20

/** Waits for an echo over an open connection: bytes of the frozen one would arrive before it. */
async function manyAreAnsweredElsewhere(): Promise<void> {
  const open = await openTcpProxy({ host: '127.0.0.1', port: portOf(echo) })
  const { socket } = await dial(open.port)
  for (let sent = 1; sent <= ROUND_TRIPS; sent += 1) {
    socket.write('.')
    await once(socket, 'data')
  }
  await open.close()
}

const closeOf = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))
const serverSides = () => new Promise<number>((resolve) => echo.getConnections((_, count) => resolve(count)))

test('bytes pass in both directions, many of them too', async () => {
  const { socket, heard } = await dial()
  const sent = 'ñ0123456789'.repeat(300_000)
  socket.write(sent)
  await eventually(() => expect(heard()).toHaveLength(sent.length))
  expect(heard() === sent).toBe(true)
})

test('a frozen connection takes bytes and answers none; thawed, it answers late', async () => {
  const old = await dial()
  old.socket.write('before ')
  await eventually(() => expect(old.heard()).toBe('before '))
  proxy.freeze()
  const fresh = await dial()
  old.socket.write('during ')
  fresh.socket.write('new')
  await manyAreAnsweredElsewhere()
  expect([old.heard(), fresh.heard()]).toEqual(['before ', ''])
  proxy.thaw()
  await eventually(() => expect([old.heard(), fresh.heard()]).toEqual(['before during ', 'new']))
})

test('freezing and thawing again and again loses and doubles nothing', async () => {
  const { socket, heard } = await dial()
  const sent = Array.from({ length: 200 }, (_, n) => `${n},`)
  for (const [n, text] of sent.entries()) {
    socket.write(text)
    if (n % 10 === 3) proxy.freeze()
    if (n % 10 === 7) proxy.thaw()
    if (n % 5 === 0) await delay(1)
  }
  await eventually(() => expect(heard()).toBe(sent.join('')))
})

test('a cut breaks present connections, and accepts new ones', async () => {
  const { socket } = await dial()
  await eventually(() => expect(proxy.connections).toBe(1))
  proxy.cut()
  await closeOf(socket)
  await eventually(() => expect(proxy.connections).toBe(0))
  const fresh = await dial()
  fresh.socket.write('hello')
  await eventually(() => expect(fresh.heard()).toBe('hello'))
})

test('a frozen connection can be cut', async () => {
  const { socket } = await dial()
  proxy.freeze()
  proxy.cut()
  await closeOf(socket)
  expect(socket.destroyed).toBe(true)
})

test('a stopped server refuses, and started again answers on the same port', async () => {
  const { socket } = await dial()
  await Promise.all([closeOf(socket), proxy.stop(), proxy.stop()])
  await expect(dial()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await proxy.start()
  await proxy.start()
  const fresh = await dial()
  fresh.socket.write('back')
  await eventually(() => expect(fresh.heard()).toBe('back'))
})

test('a client that hangs up closes the server’s connection too', async () => {
  const { socket } = await dial()
  await eventually(async () => expect(await serverSides()).toBe(1))
  socket.destroy()
  await eventually(async () => expect(await serverSides()).toBe(0))
})

test('the last bytes of a server before it closes arrive', async () => {
  const last = 'FATAL '.repeat(100_000)
  echo.removeAllListeners('connection').on('connection', (socket) => socket.end(last))
  const { socket, heard } = await dial()
  await closeOf(socket)
  expect(heard()).toHaveLength(last.length)
})
