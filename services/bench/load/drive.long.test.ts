import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { drive } from './drive.ts'

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/track`
}

let made = 0
const nextBody = (): string => JSON.stringify({ number: (made += 1) })
const options = (url: string) => ({
  url,
  headers: { 'Content-Type': 'application/json', 'User-Agent': 'phone' },
  nextBody,
  connections: 4,
  requests: 50,
})

test('every request has a body of its own and the given headers, and each is answered', async () => {
  const bodies: string[] = []
  const agents = new Set<string | undefined>()
  const url = await serve((request, response) => {
    let body = ''
    agents.add(request.headers['user-agent'])
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      bodies.push(body)
      response.writeHead(202).end()
    })
  })
  const { acknowledged, seconds } = await drive(options(url))
  expect(acknowledged).toBe(50)
  expect(seconds).toBeGreaterThan(0)
  expect(bodies).toHaveLength(50)
  expect(new Set(bodies).size).toBe(50)
  expect([...agents]).toEqual(['phone'])
})

test('requests may go to places of their own', async () => {
  const paths: (string | undefined)[] = []
  const url = await serve((request, response) => {
    request.resume()
    paths.push(request.url)
    response.writeHead(202).end()
  })
  let next = 0
  await drive({ ...options(url), nextPath: () => `/track/${(next += 1) % 5}` })
  expect(new Set(paths).size).toBe(5)
  expect(paths).toHaveLength(50)
})

test('a request that is refused spoils the measurement', async () => {
  let answered = 0
  const url = await serve((request, response) => {
    request.resume()
    answered += 1
    response.writeHead(answered === 10 ? 503 : 202).end()
  })
  await expect(drive(options(url))).rejects.toThrow('of 50 requests 49 were acknowledged')
})
