import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { EventStore } from '@app/contracts/event-store.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { newId } from '@app/services/kernel/log/ids.ts'
import { openEventLog } from '@app/services/kernel/log/open.ts'
import {
  createAuthority,
  createCertificate,
  type Certificate,
} from '@app/services/kernel/log/testing/certificates.ts'
import { untilOpen } from '@app/services/product/backend/until-open.ts'
import type { EventStoreSetting } from '@app/services/platform/settings/settings.ts'
import { openStandIn, type StandIn } from './stand-in-process.ts'
import { startAwakeTime } from '../support/awake-time.ts'
import { testTable } from '../support/every.ts'

/** A start must name the fault of its EventStoreDB within seconds. */

const NAMED_MS_MAX = 3_000
const LOGIN = 'admin:Secreta1'
const folder = mkdtempSync(join(tmpdir(), 'first-minute-'))
const caFile = join(folder, 'ca.crt')
const authority = createAuthority()
let standIn: StandIn
beforeAll(async () => {
  writeFileSync(caFile, authority.cert)
  standIn = await openStandIn()
})
afterAll(async () => {
  await standIn.dispose()
  rmSync(folder, { recursive: true })
})

const portOf = async (server: Server): Promise<number> => {
  await once(server.listen(0, 'localhost'), 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Puts TLS with this certificate in front of the stand-in. */
const behindTls = (certificate: Certificate): Promise<number> =>
  portOf(
    createTlsServer({ ...certificate, ALPNProtocols: ['h2'] }, (client: TLSSocket) => {
      const { hostname, port } = new URL(standIn.url)
      const server = connect(Number(port), hostname)
      client.pipe(server).pipe(client)
      for (const end of [client, server])
        end.on('error', () => [client, server].forEach((one) => one.destroy()))
    }).on('tlsClientError', () => undefined),
  )

const trusted = (port: number): string =>
  `esdb://${LOGIN}@localhost:${port}?tlsCAFile=${encodeURIComponent(caFile)}`

function start(url: string): Promise<EventStore> {
  const setting: EventStoreSetting = { kind: 'eventstoredb', url }
  const deps = { now: () => new Date(), newId }
  const opened = untilOpen(() => openEventLog({ kind: 'eventstoredb', url }, deps), {
    setting,
    say: () => undefined,
    signal: new AbortController().signal,
  })
  opened.then((log) => onTestFinished(() => log.dispose())).catch(() => undefined)
  return opened
}

async function namedAtOnce(url: string): Promise<string> {
  const sinceMs = startAwakeTime()
  const refusal = await start(url).catch((error: unknown) => error)
  expect(sinceMs()).toBeLessThan(NAMED_MS_MAX)
  expect(refusal).toBeInstanceOf(StartError)
  const { message } = refusal as StartError
  expect(message).not.toContain('Secreta1')
  return message
}

testTable([
  ['nobody knows', () => createCertificate({ name: 'localhost' })],
  ['has expired', () => createCertificate({ name: 'localhost', authority, until: new Date('2021-01-01') })],
  ['is for another name', () => createCertificate({ name: 'nodo.example', authority })],
])('a start says at once that its certificate is refused [RUN-7]', async (_, certificate) => {
  const port = await behindTls(certificate())
  expect(await namedAtOnce(trusted(port))).toMatch(
    new RegExp(`^EventStoreDB \\(localhost:${port}\\) no responde: .* su certificado`),
  )
})
