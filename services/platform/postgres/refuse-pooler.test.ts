import type pg from 'pg'
import { expect, test } from 'vitest'
import { StartError } from '@app/contracts/start-error.ts'
import { testTable } from '../../../tests/support/every.ts'
import { refusePooler } from './refuse-pooler.ts'

/** @param pidOf the server's process that answers a connection's nth statement */
function poolBehind(pidOf: (connection: number, statement: number) => number, settings = {}) {
  let [connections, statements] = [0, 0]
  const connect = async () => {
    const connection = (connections += 1)
    const query = async () => ({
      rows: [{ role: 'svc_app', zone: 'UTC', ...settings, pid: pidOf(connection, (statements += 1)) }],
    })
    return { query, release: () => undefined } as unknown as pg.PoolClient
  }
  return { connect } as Pick<pg.Pool, 'connect'>
}

const SHARED = /reparte cada transacción en otra conexión/
const LOST = /no acepta o no pasa las opciones/
const own = (connection: number): number => connection
const refused = { connect: () => Promise.reject(Object.assign(new Error('no'), { code: '08P01' })) }

testTable<[string, Pick<pg.Pool, 'connect'>, RegExp]>([
  ['gives its last connection to whoever asks', poolBehind(() => 7), SHARED],
  ['gives its connections in turn', poolBehind((_connection, statement) => 7 + statement), SHARED],
  ['drops the role', poolBehind(own, { role: 'postgres' }), LOST],
  ['drops the time zone', poolBehind(own, { zone: 'America/Santiago' }), LOST],
  ['refuses the options of a connection', refused, LOST],
])('a pooler that %s is refused in one line', async (_what, pool, reason) => {
  const refusal = refusePooler(pool, 'DATABASE_URL', 'svc_app')
  await expect(refusal).rejects.toThrow(StartError)
  await expect(refusal).rejects.toThrow(reason)
  await expect(refusal).rejects.toThrow(/^DATABASE_URL .*: pon ahí la dirección directa de PostgreSQL\.$/)
})

test('a direct connection, or a pooler that keeps sessions, is accepted, and any other error is passed on', async () => {
  await refusePooler(poolBehind(own), 'DATABASE_URL', 'svc_app')
  await refusePooler(poolBehind(own, { role: 'postgres' }), 'DATABASE_OWNER_URL')
  await expect(refusePooler({ connect: () => Promise.reject(new Error('away')) }, 'X')).rejects.toThrow(
    'away',
  )
})
