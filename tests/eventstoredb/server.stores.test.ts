import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { nodeAddressOf, urlAt } from './esdb-url.ts'
import { append, clientAt, endOf, listen, numbersOf, readAll, streamNumbers } from './real-client.ts'
import { openEventStoreServer } from './server.ts'
import { openStandIn } from './stand-in-process.ts'

const HANGS_MS = 300
const NOWHERE = 'tcp://127.0.0.1:1'

afterEach(() => void vi.unstubAllEnvs())

async function opened() {
  const said = vi.spyOn(console, 'info').mockReturnValue()
  const server = await openEventStoreServer()
  onTestFinished(() => server.dispose())
  said.mockRestore()
  return server
}

describe('an address', () => {
  test('names one node without TLS', () => {
    expect(nodeAddressOf('esdb://db.example:2114?tls=false')).toEqual({ host: 'db.example', port: 2114 })
    expect(nodeAddressOf('esdb://a:b@db.example?Tls=false')).toEqual({ host: 'db.example', port: 2113 })
    expect(nodeAddressOf('esdb://[::1]:2114?tls=false')).toEqual({ host: '::1', port: 2114 })
  })

  test.each([
    'esdb://db.example:2113',
    'esdb://db.example:2113?tls=true',
    'esdb+discover://db.example:2113?tls=false',
    'esdb://a:2113,b:2113?tls=false',
    'esdb://a,b?tls=false',
    'kurrentdb://db.example?tls=false',
    'nonsense',
  ])('of another kind is refused: %s', (url) => {
    expect(() => nodeAddressOf(url)).toThrow('only esdb://host:port?tls=false will do')
  })

  test('of a proxy keeps the login and the options, and a refusal does not reveal the login', () => {
    const proxied = urlAt('esdb://a:b%40c@db.example:2114?tls=false&connectionName=x', {
      host: '127.0.0.1',
      port: 9,
    })
    expect(proxied).toBe('esdb://a:b%40c@127.0.0.1:9?tls=false&connectionName=x')
    expect(() => nodeAddressOf('esdb+discover://a:secret@db.example')).toThrow(/^(?!.*secret)/)
  })
})

describe('the server behind a test', () => {
  test('is the one in EVENTSTORE_URL, and can be disconnected and frozen from the client’s view', async () => {
    const named = await openStandIn()
    onTestFinished(() => named.dispose())
    vi.stubEnv('EVENTSTORE_URL', named.url)
    const server = await opened()
    expect(server.kind).toBe('EVENTSTORE_URL')
    const client = clientAt(server.url)
    await append(client, 'a', 'no_stream', [1])
    await server.stop()
    await expect(append(clientAt(server.url), 'b', 'any', [2])).rejects.toMatchObject({ type: 'unavailable' })
    await append(clientAt(named.url), 'a', 0n, [3])
    await server.start()
    const after = clientAt(server.url)
    expect(await streamNumbers(after, 'a')).toEqual([1, 3])
    await server.freeze()
    expect(await endOf(streamNumbers(after, 'a'), HANGS_MS)).toBe('hung')
    await server.writeForeign({ stream: 'b', type: 'Seen', dataText: '{"number":4}', metaText: '{}' })
    await server.thaw()
    expect(numbersOf(await readAll(after))).toEqual([1, 3, 4])
  })

  test('cannot be a cluster', async () => {
    vi.stubEnv('EVENTSTORE_URL', 'esdb+discover://db.example?tls=false')
    await expect(openEventStoreServer()).rejects.toThrow('one node')
  })

  test('is the stand-in without Docker, which ends alternately by a crash and orderly', async () => {
    vi.stubEnv('EVENTSTORE_URL', '')
    vi.stubEnv('DOCKER_HOST', NOWHERE)
    const server = await opened()
    expect(server).toMatchObject({ kind: 'stand-in', description: 'the stand-in' })
    const ends: unknown[] = []
    for (let turn = 0; turn < 2; turn++) {
      await server.writeForeign({ stream: 'a', type: 'Seen', dataText: `{"number":${turn}}`, metaText: '{}' })
      const heard = listen(clientAt(server.url), 'start')
      await heard.caughtUp
      await server.restart()
      ends.push(await heard.ended)
    }
    expect(ends).toEqual([
      expect.objectContaining({ type: 'unavailable' }),
      expect.objectContaining({ type: 'unknown', code: 13 }),
    ])
  })

  test('is the stand-in if Docker starts no container, with the reason shown', async () => {
    const engine = createServer((request, response) => {
      response.statusCode = request.url === '/_ping' ? 200 : 500
      response.end()
    })
    engine.listen(0, '127.0.0.1')
    await once(engine, 'listening')
    onTestFinished(() => void engine.close())
    vi.stubEnv('EVENTSTORE_URL', '')
    vi.stubEnv('DOCKER_HOST', `tcp://127.0.0.1:${(engine.address() as AddressInfo).port}`)
    const server = await opened()
    expect(server.kind).toBe('stand-in')
    expect(server.description).toMatch(/^the stand-in, because no container starts: ./)
  })

  test('is logged once', async () => {
    vi.stubEnv('EVENTSTORE_URL', '')
    vi.stubEnv('DOCKER_HOST', NOWHERE)
    vi.resetModules()
    const { openEventStoreServer: openAnew } = await import('./server.ts')
    const said = vi.spyOn(console, 'info').mockReturnValue()
    const servers = [await openAnew(), await openAnew()]
    expect(said.mock.calls).toEqual([['event store contract on EventStoreDB: the stand-in']])
    said.mockRestore()
    for (const server of servers) await server.dispose()
  })
})
