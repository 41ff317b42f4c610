import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createAuthority, createCertificate, type Certificate } from '../testing/certificates.ts'
import { findConnectionFault, type ServerAddress } from './connection-faults.ts'
import { startAwakeTime } from '../../../tests/support/awake-time.ts'

const folder = mkdtempSync(join(tmpdir(), 'connection-faults-'))
afterAll(() => rmSync(folder, { recursive: true }))

const HOST = 'localhost'
/** No name can have an empty part, so this needs no name server that answers. */
const UNKNOWN_NAME = 'nadie..invalid'
const LONG_AGO = new Date('2021-01-01T00:00:00Z')
const FAR_AWAY = new Date('2048-01-01T00:00:00Z')
const PROBES_MS_MAX = 4_000

const authority = createAuthority()
const caFile = join(folder, 'ca.crt')
writeFileSync(caFile, authority.cert)

async function listening(server: Server): Promise<number> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
  })
  server.listen(0, HOST)
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const secure = (certificate: Certificate, ALPNProtocols = ['h2']): Promise<number> =>
  listening(createTlsServer({ ...certificate, ALPNProtocols }).on('tlsClientError', () => undefined))
const plain = (onConnection: (socket: Socket) => void): Promise<number> =>
  listening(createServer(onConnection))
const plainHttp2 = (): Promise<number> => listening(createHttp2Server().on('sessionError', () => undefined))
const closedPort = async (): Promise<number> => {
  const server = createServer().listen(0, HOST)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

const at = (port: number, more: Partial<ServerAddress> = {}): ServerAddress => ({
  hosts: [{ host: HOST, port }],
  tls: true,
  caFile,
  ...more,
})
const faultAt = async (address: ServerAddress): Promise<string | undefined> =>
  (await findConnectionFault(address))?.fault

test.each<[string, Certificate]>([
  ['untrusted', createCertificate({ name: HOST })],
  ['untrusted', createCertificate({ name: HOST, authority: createAuthority() })],
  ['expired', createCertificate({ name: HOST, authority, until: LONG_AGO })],
  ['not-yet-valid', createCertificate({ name: HOST, authority, from: FAR_AWAY })],
  ['other-name', createCertificate({ name: 'nodo.example', authority })],
])('a certificate that is %s is named so', async (fault, certificate) => {
  const port = await secure(certificate)
  expect(await findConnectionFault(at(port))).toEqual({ host: HOST, port, fault })
})

test('without a file of authorities those of this machine are used', async () => {
  const { caFile: _, ...address } = at(await secure(createCertificate({ name: HOST, authority })))
  expect(await faultAt(address)).toBe('untrusted')
})

test('TLS to a server without it and plain text to one with TLS are two faults', async () => {
  expect(await faultAt(at(await plainHttp2()))).toBe('no-tls')
  const port = await secure(createCertificate({ name: HOST, authority }))
  expect(await faultAt(at(port, { tls: false }))).toBe('tls')
  expect(await faultAt(at(await plainHttp2(), { tls: false }))).toBeUndefined()
})

test.each([true, false])('with tls=%s a program that is no server of HTTP/2 is named', async (tls) => {
  const http = await listening(createHttpServer((_request, response) => response.end('hola')))
  const mail = await plain((socket) => socket.write('220 correo.example ESMTP\r\n'))
  const web = await secure(createCertificate({ name: HOST, authority }), ['http/1.1'])
  for (const port of [http, mail, web]) expect(await faultAt(at(port, { tls }))).toBe('other-server')
})

test.each([true, false])(
  'with tls=%s a server that refuses, hangs up or is silent may be starting, and is no fault',
  async (tls) => {
    const sinceMs = startAwakeTime()
    const ports = [
      await closedPort(),
      await plain((socket) => socket.destroy()),
      await plain(() => undefined),
    ]
    expect(await Promise.all(ports.map((port) => faultAt(at(port, { tls }))))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(sinceMs()).toBeLessThan(PROBES_MS_MAX)
  },
)

test('of several hosts a usable one is enough, and one that answers counts more than an unknown name', async () => {
  const trusted = { host: HOST, port: await secure(createCertificate({ name: HOST, authority })) }
  const expired = {
    host: HOST,
    port: await secure(createCertificate({ name: HOST, authority, until: LONG_AGO })),
  }
  const away = { host: HOST, port: await closedPort() }
  const unknown = { host: UNKNOWN_NAME, port: 2113 }
  const ofHosts = (...hosts: ServerAddress['hosts']) => faultAt({ ...at(0), hosts })
  expect(await ofHosts(expired, unknown, trusted)).toBeUndefined()
  expect(await ofHosts(away, unknown, expired)).toBe('expired')
  expect(await ofHosts(away, unknown)).toBeUndefined()
  expect(await ofHosts(unknown)).toBe('unknown-name')
})

test('an unreadable file of authorities is left to the client, which names it', async () => {
  const port = await secure(createCertificate({ name: HOST }))
  expect(await faultAt(at(port, { caFile: join(folder, 'missing.crt') }))).toBeUndefined()
})
