import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createKeepAlive } from './keep-alive.ts'

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
    const { ms, status, bytes, body } = await client.get(url, { Authorization: 'Bearer me' })
    expect([status, bytes, body]).toEqual([200, 14, 'half, whole ñ'])
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
