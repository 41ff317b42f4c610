import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openTcpProxy, type TcpProxy } from '@app/services/kernel/log/testing/tcp-proxy.ts'
import { withConnection } from '@app/services/platform/postgres/connection.ts'
import { MIGRATION_LOCK } from '@app/services/platform/postgres/migrations.ts'
import { waitsForLock, holdCheckpoints, untilHeld } from '../support/lock-waits.ts'
import { ownDatabase, urlThrough } from '../support/test-database.ts'
import { call, login, tap, type Call } from '../support/processes/product-calls.ts'
import { faultsOf, readLog } from '../kills/product-log.ts'
import { ownDataFolder, processesOn, startProductProcess } from '../support/processes/product-process.ts'
import { startProgram } from '../support/processes/program.ts'
import { eventually } from '../support/eventually.ts'
import { startAwakeTime } from '../support/awake-time.ts'

const TAPS_UNDER_WAY = 60
const HELD_MS = 300
const WRITE_MS_MAX = 3_000
/** Long enough to interrupt readers of the log in the middle of a poll. */
const FROZEN_MS = 2_000
/** A statement may take a minute. */
const STOP_MS_MAX = 20_000

/** A proxy to the database whose connections can be broken. */
async function lineTo(database: string): Promise<{ readonly url: string; readonly line: TcpProxy }> {
  const url = new URL(database)
  const line = await openTcpProxy({ host: url.hostname, port: Number(url.port) })
  onTestFinished(line.close)
  return { url: urlThrough(line.port, database), line }
}

test('a product with DATABASE_URL stores everything in that database, and starts no server', async () => {
  const dataDir = await ownDataFolder()
  const database = await ownDatabase()
  const product = await startProductProcess({ dataDir, env: { DATABASE_URL: database } })
  expect(product.output()).not.toContain('PostgreSQL')
  expect(await processesOn(dataDir)).toEqual([])
  expect(readdirSync(dataDir).filter((name) => !name.startsWith('lock-'))).toEqual(['secrets'])
  expect((await login(product.url, product.adminPassword!)).status).toBe(200)
  await tap(product.url)
  const log = await readLog(database)
  expect(faultsOf(log)).toEqual([])
  expect(log.map(({ type }) => type)).toContain('ProfileTapped')
  expect(await product.stop()).toBe(0)
})

const OUTAGES = {
  stopped: (line: TcpProxy) => line.stop(),
  frozen: (line: TcpProxy) => Promise.resolve(line.freeze()),
} as const

test.for(['stopped', 'frozen'] as const)(
  'a product whose database is %s serves pages, refuses writes in time, and reports it in its health [RUN-1]',
  async (outage) => {
    const database = await ownDatabase()
    const { url, line } = await lineTo(database)
    const product = await startProductProcess({ dataDir: await ownDataFolder(), env: { DATABASE_URL: url } })
    await holdCheckpoints(database, HELD_MS)
    // Visitors with an id, because others need the key of the day, which may not be loaded when the connection breaks.
    const visits = Array.from({ length: TAPS_UNDER_WAY }, () => randomUUID())
    const tapOf = (visit: string): Promise<Call> => tap(product.url, `?u=${visit}&v=${visit}`)
    const { body: profile } = await tapOf(randomUUID())
    const underWay = Promise.all(visits.map(tapOf))
    await untilHeld(database)
    await OUTAGES[outage](line)
    for (const { status } of await underWay) expect([200, 503]).toContain(status)

    const eventId = randomUUID()
    const track = (): Promise<Call> =>
      call(`${product.url}/api/public/track/${String(profile.id)}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ event_type: 'click_email', event_id: eventId }),
      })
    const sinceMs = startAwakeTime()
    const refused = await track()
    expect.soft(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect.soft(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect.soft(sinceMs()).toBeLessThan(WRITE_MS_MAX)
    expect((await tap(product.url)).status).toBe(503)
    expect((await call(`${product.url}/pages/demo`)).status).toBe(200)
    expect((await call(`${product.url}/healthz`)).status).toBe(200)
    expect(await call(`${product.url}/readyz`)).toMatchObject({ status: 503, body: { status: 'not-ready' } })

    await line.start()
    line.thaw()
    await eventually(async () => expect((await call(`${product.url}/readyz`)).status).toBe(200))
    await eventually(async () => expect((await track()).body.event_id).toBe(eventId))
    for (const { status } of await Promise.all(visits.map(tapOf))) expect(status).toBe(200)
    await eventually(async () => {
      const types = (await readLog(database)).map(({ type }) => type)
      expect(types.filter((type) => type === 'ProfileTapped')).toHaveLength(TAPS_UNDER_WAY + 1)
      expect(types.filter((type) => type === 'LinkClicked')).toHaveLength(1)
    })
    expect(faultsOf(await readLog(database))).toEqual([])
    expect(product.errors()).toBe('')
  },
)

test('Ctrl-C ends a start that waits for the database', async () => {
  const database = await ownDatabase()
  await withConnection(database, async (client) => {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const env = { DATABASE_URL: database }
    const program = startProgram('standalone', [], { dataDir: await ownDataFolder(), env })
    expect(await waitsForLock(client, program.ended)).toBe(true)
    const sinceMs = startAwakeTime()
    expect(await program.kill('SIGINT')).toBe(0)
    expect(sinceMs()).toBeLessThan(STOP_MS_MAX)
    expect(program.errors()).toBe('')
  })
})

test('a stop does not wait for answers of a frozen database', async () => {
  const { url, line } = await lineTo(await ownDatabase())
  const product = await startProductProcess({ dataDir: await ownDataFolder(), env: { DATABASE_URL: url } })
  await tap(product.url)
  line.freeze()
  const waiting = [login(product.url, product.adminPassword!), tap(product.url)]
  await setTimeout(FROZEN_MS)
  const sinceMs = startAwakeTime()
  expect(await product.stop()).toBe(0)
  expect(sinceMs()).toBeLessThan(STOP_MS_MAX)
  await Promise.allSettled(waiting)
})
