import { describe, expect, test } from 'vitest'
import type { StandIn } from './stand-in-process.ts'
import { ownLogPlace, type LogPlace } from '../support/log-places.ts'
import { call, login, tap } from '../support/processes/product-calls.ts'
import { logOf } from '../kills/product-log.ts'
import { ownDataFolder, processesOn, startProductProcess } from '../support/processes/product-process.ts'
import { startProgram } from '../support/processes/program.ts'
import { startAwakeTime } from '../support/awake-time.ts'

/** The product as a process with EVENT_STORE=eventstoredb, on EventStoreDB or the stand-in. */

const STOP_MS_MAX = 3_000

const hostOf = ({ env }: LogPlace): string => new URL(env.EVENTSTORE_URL!).host
const typesIn = async (place: LogPlace, dataDir: string): Promise<readonly string[]> =>
  (await place.read(dataDir)).map(({ type }) => type)

test('the log is only in EventStoreDB; while that is away taps are refused, and a later start waits for it and finds all events [RUN-1]', async () => {
  const place = await ownLogPlace('eventstoredb')
  const dataDir = await ownDataFolder()
  const first = await startProductProcess({ dataDir, env: place.env })
  expect(first.output()).toContain(`│ Eventos       EventStoreDB (${hostOf(place)})`)
  expect((await tap(first.url)).headers.get('tap-status')).toBe('recorded')
  expect((await login(first.url, first.adminPassword!)).status).toBe(200)
  expect((await call(`${first.url}/readyz`)).body).toMatchObject({
    status: 'ready',
    event_log: { adapter: 'eventstoredb', ok: true },
  })
  const log = await place.read(dataDir)
  expect(log.map(({ type }) => type)).toContain('ProfileTapped')
  expect(place.faultsOf(log)).toEqual([])
  expect(await logOf(dataDir)).toEqual([])
  await place.server!.kill()
  expect((await tap(first.url)).status).toBe(503)
  expect(await call(`${first.url}/readyz`)).toMatchObject({
    status: 503,
    body: { status: 'not-ready', event_log: { adapter: 'eventstoredb', ok: false } },
  })
  expect(first.errors()).toBe('')
  expect(await first.stop()).toBe(0)

  const start = startProgram('standalone', [], { dataDir, env: place.env })
  await start.said(`EventStoreDB (${hostOf(place)}) todavía no responde: se sigue intentando`)
  await place.server!.start()
  await start.said('╯')
  expect(start.errors()).toBe('')
  const url = /│ Panel +(\S+) +│/.exec(start.output())?.[1] ?? ''
  expect(start.output()).not.toMatch(/Contraseña/)
  expect(await place.read(dataDir)).toEqual(log)
  expect((await login(url, first.adminPassword!)).status).toBe(200)
  expect(await start.kill('SIGINT')).toBe(0)
})

describe('a server', () => {
  const OUTAGES = {
    away: (server: StandIn) => server.kill(),
    silent: (server: StandIn) => Promise.resolve(server.freeze()),
  }

  test('that is down or silent does not prevent Ctrl-C from ending a start', async () => {
    const place = await ownLogPlace('eventstoredb')
    const dataDir = await ownDataFolder()
    const options = { dataDir, env: place.env }
    for (const outage of ['away', 'silent'] as const) {
      await OUTAGES[outage](place.server!)
      const start = startProgram('standalone', [], options)
      await start.said(outage === 'away' ? 'todavía no responde' : 'Conectando con EventStoreDB')
      const sinceMs = startAwakeTime()
      expect([outage, await start.kill('SIGINT'), start.errors()]).toEqual([outage, 0, ''])
      expect(sinceMs(), outage).toBeLessThan(STOP_MS_MAX)
      expect(await processesOn(dataDir)).toEqual([])
      await place.server!.start()
      place.server!.thaw()
    }
    await place.server!.kill()
    const verify = startProgram('ops', ['verify'], options)
    await verify.said('todavía no responde')
    expect(await verify.kill('SIGINT')).toBe(130)
    await place.server!.start()
    expect(await typesIn(place, dataDir)).toEqual([])
  })
})
