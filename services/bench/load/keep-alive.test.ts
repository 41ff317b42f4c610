import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createKeepAlive, timesOf } from './keep-alive.ts'

async function serve() {
  const seen = { connections: 0, tokens: [] as (string | undefined)[] }
  const server = createServer((request, response) => {
    seen.tokens.push(request.headers.authorization)
    response.statusCode = request.url === '/gone' ? 404 : 200
    response.write('half, ')
    setTimeout(() => response.end('whole ñ'), 5)
  }).listen(0, '127.0.0.1')
  server.on('connection', () => (seen.connections += 1))
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('all calls go over one connection, and each has its whole answer', async () => {
  const { seen, url } = await serve()
  const client = createKeepAlive()
  onTestFinished(client.close)
  for (let call = 0; call < 5; call += 1) {
    const { ms, status, body } = await client.get(url, { Authorization: 'Bearer me' })
    expect([status, body]).toEqual([200, 'half, whole ñ'])
    expect(ms).toBeGreaterThanOrEqual(4)
  }
  expect((await client.get(`${url}/gone`)).status).toBe(404)
  expect(seen.connections).toBe(1)
  expect(seen.tokens).toEqual([...Array.from({ length: 5 }, () => 'Bearer me'), undefined])
})

test('a server that is not there is an error', async () => {
  const client = createKeepAlive()
  onTestFinished(client.close)
  await expect(client.get('http://127.0.0.1:1/')).rejects.toThrow('ECONNREFUSED')
})

test('what is quick is done so many times, what is slow only until the time is over', async () => {
  let asked = 0
  const ask = async () => (asked += 1)
  expect(await timesOf(ask, { timesMax: 3, ms: 60_000 })).toEqual([1, 2, 3])
  const slow = async () => {
    await pause(2)
    return ask()
  }
  expect(await timesOf(slow, { timesMax: 100, ms: 1 })).toEqual([4])
})
