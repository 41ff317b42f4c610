import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findRunningPostgres } from './postgres-server.ts'
import { restartDelayMs } from './supervisor.ts'
import { superviseInTests } from './testing/supervised-server.ts'
import { eventually } from '../../tests/support/eventually.ts'

const { now, start, query, kill, heardBack } = superviseInTests()

test('the first attempt begins at once, and the wait grows to five seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 60].map(restartDelayMs)).toEqual([
    0, 250, 500, 1_000, 2_000, 4_000, 5_000, 5_000,
  ])
})

test('a killed server restarts on the same port with its committed rows [RUN-2]', async () => {
  const { port } = await start()
  await query('create table fact as select 7 as n')
  kill()
  await heardBack(1)
  expect([now.heard, findRunningPostgres(now.dataDir)?.port]).toEqual([['died', 'back'], port])
  expect(await query('select n from fact')).toEqual([{ n: 7 }])
  expect(now.server?.status()).toEqual({ up: true, restarts: 1 })
  await now.server?.stop()
  expect([findRunningPostgres(now.dataDir), now.heard]).toEqual([undefined, ['died', 'back']])
})

test('a stop ends the restarts, and no server appears after it', async () => {
  const { port } = await start()
  kill()
  await eventually(() => expect(now.heard).toContain('died'))
  await Promise.all([now.server!.stop(), now.server!.stop()])
  expect(findRunningPostgres(now.dataDir)).toBeUndefined()
  // The port stays free.
  const probe = createServer().listen(port, '127.0.0.1')
  await once(probe, 'listening')
  probe.close()
})
