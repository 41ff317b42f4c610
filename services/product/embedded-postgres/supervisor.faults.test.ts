import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clusterOf } from './pid-file.ts'
import { findRunningPostgres } from './postgres-server.ts'
import { superviseInTests } from './testing/supervised-server.ts'
import { eventually } from '../../../tests/support/eventually.ts'

const { now, start, query, kill, isBack } = superviseInTests()

test('a killed server restarts on the same port with its committed rows [RUN-2]', async () => {
  const { port } = await start()
  await query('create table fact as select 7 as n')
  kill()
  await isBack()
  expect(findRunningPostgres(now.dataDir)?.port).toBe(port)
  expect(await query('select n from fact')).toEqual([{ n: 7 }])
  await now.server?.stop()
  expect(findRunningPostgres(now.dataDir)).toBeUndefined()
  expect(now.heard.filter((line) => line.startsWith('PostgreSQL se detuvo'))).toHaveLength(1)
})

test('a stop ends the restarts, and no server appears after it', async () => {
  const { port } = await start()
  kill()
  await eventually(() => expect(now.server?.status().up).toBe(false))
  await Promise.all([now.server!.stop(), now.server!.stop()])
  expect(findRunningPostgres(now.dataDir)).toBeUndefined()
  // The port stays free.
  const probe = createServer().listen(port, '127.0.0.1')
  await once(probe, 'listening')
  probe.close()
})

test('restarts are attempted for as long as an obstacle lasts', async () => {
  const { port } = await start()
  const cluster = clusterOf(now.dataDir)
  await rename(join(cluster, 'global'), join(cluster, 'global.away'))
  kill()
  await eventually(() => expect(now.heard.at(-1)).toContain('todavía no parte'))
  expect(now.server?.status()).toEqual({ up: false, restarts: 0 })
  await rename(join(cluster, 'global.away'), join(cluster, 'global'))
  await isBack()
  expect(findRunningPostgres(now.dataDir)?.port).toBe(port)
})
