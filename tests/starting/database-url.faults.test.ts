import { readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openTcpProxy, type TcpProxy } from '@app/services/kernel/log/testing/tcp-proxy.ts'
import { withConnection } from '@app/services/platform/postgres/connection.ts'
import { MIGRATION_LOCK } from '@app/services/platform/postgres/migrations.ts'
import { waitsForLock } from '../support/lock-waits.ts'
import { ownDatabase, urlThrough } from '../support/test-database.ts'
import { login, tap } from '../support/processes/product-calls.ts'
import { faultsOf, readLog } from '../kills/product-log.ts'
import { ownDataFolder, processesOn, startProductProcess } from '../support/processes/product-process.ts'
import { startProgram } from '../support/processes/program.ts'
import { startAwakeTime } from '../support/awake-time.ts'

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
