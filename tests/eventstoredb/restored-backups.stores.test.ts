import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withConnection } from '@app/services/platform/postgres/connection.ts'
import { caughtUp } from '../kills/product-log.ts'
import { ownDatabase } from '../support/test-database.ts'
import { tap } from '../support/processes/product-calls.ts'
import { ownDataFolder, startProductProcess, refusedStart } from '../support/processes/product-process.ts'
import { startProgram } from '../support/processes/program.ts'
import { ROOT } from '../support/source-files.ts'
import { openStandIn } from './stand-in-process.ts'

/** A server with the log of a file. */
async function logIn(dataFile: string) {
  const server = await openStandIn(dataFile)
  onTestFinished(server.dispose)
  return { server, env: { EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: server.url } }
}

const afterRestore = (database: string): Promise<unknown> =>
  withConnection(database, async (client) =>
    client.query(await readFile(join(ROOT, 'scripts/after-restore.sql'), 'utf8')),
  )

test('all read models are rebuilt from a log that is restored with a newer copy of the database [LOG-12]', async () => {
  const [dataDir, database] = [await ownDataFolder(), await ownDatabase()]
  const [current, copy] = [join(dataDir, 'log'), join(dataDir, 'log-copy')]
  const { server, env } = await logIn(current)
  const settings = { dataDir, env: { ...env, DATABASE_URL: database } }
  const first = await startProductProcess(settings)
  await tap(first.url)
  await first.stop()
  await server.kill()
  await copyFile(current, copy)
  await server.start()
  const later = await startProductProcess(settings)
  for (let taps = 0; taps < 5; taps += 1) await tap(later.url)
  await caughtUp(later.url)
  await later.stop()

  const restored = { dataDir, env: { ...(await logIn(copy)).env, DATABASE_URL: database } }
  expect(await refusedStart(dataDir, restored.env)).toMatch(
    /es una copia anterior .*scripts\/after-restore\.sql/,
  )
  await afterRestore(database)
  const product = await startProductProcess(restored)
  await tap(product.url)
  await caughtUp(product.url)
  const verify = startProgram('ops', ['verify'], restored)
  expect([await verify.ended, verify.errors(), verify.output()]).toEqual([
    0,
    '',
    expect.stringContaining('Todo coincide'),
  ])
  expect(product.errors()).toBe('')
})
