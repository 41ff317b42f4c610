import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withConnection } from '@app/postgres/connection.ts'
import { clusterOf } from './pid-file.ts'
import { findRunningPostgres } from './postgres-server.ts'
import { superviseInTests } from './testing/supervised-server.ts'
import { eventually } from '../../tests/support/eventually.ts'

const { now, start, kill, heardBack } = superviseInTests()

test.runIf(process.platform === 'linux')(
  'a backend that outlives its postmaster is ended and does not prevent the restart',
  async () => {
    await start()
    const held = withConnection(now.server!.url('postgres'), async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      process.kill(rows[0]!.pid, 'SIGSTOP')
      kill()
      await client.query('select 1')
    }).catch(() => 'broken')
    await heardBack(1)
    expect(await held).toBe('broken')
    expect(now.heard).toEqual(['died', 'back'])
  },
)

test('restarts are attempted for as long as an obstacle lasts', async () => {
  const { port } = await start()
  const cluster = clusterOf(now.dataDir)
  await rename(join(cluster, 'global'), join(cluster, 'global.away'))
  kill()
  await eventually(() => expect(now.heard).toContain('attempt 2 failed'))
  expect(now.server?.status()).toEqual({ up: false, restarts: 0 })
  await rename(join(cluster, 'global.away'), join(cluster, 'global'))
  await heardBack(1)
  expect(findRunningPostgres(now.dataDir)?.port).toBe(port)
})
