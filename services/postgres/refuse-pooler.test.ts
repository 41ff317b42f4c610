import type pg from 'pg'
import { expect, test } from 'vitest'
import { StartError } from '@app/contracts/start-error.ts'
import { refusePooler, serverOf } from './refuse-pooler.ts'

const WANTED = { role: 'svc_app', statementTimeoutMs: 1_500 } as const
const KEPT = { role: 'svc_app', zone: 'UTC', timeout_ms: '1500.000000' }

interface Between {
  /** The server's process that answers a connection's nth statement. */
  readonly pidOf: (connection: number, statement: number) => number
  /** The process that a connection is told about. */
  readonly told?: number
  readonly settings?: Partial<typeof KEPT>
}

function poolBehind({ pidOf, told = 1_000_000, settings }: Between) {
  let [connections, statements] = [0, 0]
  const connect = async () => {
    const connection = (connections += 1)
    const query = async () => ({
      rows: [{ ...KEPT, ...settings, pid: pidOf(connection, (statements += 1)) }],
    })
    return { processID: told, query, release: () => undefined } as unknown as pg.PoolClient
  }
  return { pool: { connect } as Pick<pg.Pool, 'connect'>, statements: () => statements }
}

const SHARED = /reparte cada transacción en otra conexión/
const OWN = (connection: number): number => connection

test.each<[string, Between, RegExp]>([
  ['gives its last connection to whoever asks', { pidOf: () => 7 }, SHARED],
  ['gives its connections in turn', { pidOf: (_connection, statement) => 7 + statement }, SHARED],
  ['gives a connection away after a while', { pidOf: (_one, statement) => [0, 7, 8, 9][statement]! }, SHARED],
  ['drops the role', { pidOf: OWN, settings: { role: 'postgres' } }, /no pasa el rol:/],
  ['drops the time zone', { pidOf: OWN, settings: { zone: 'America/Santiago' } }, /no pasa la zona horaria:/],
  ['drops the limit of time', { pidOf: OWN, settings: { timeout_ms: '0' } }, /no pasa el tiempo máximo:/],
  [
    'drops all of them, and has one server',
    { pidOf: () => 7, told: 7, settings: { role: 'app', zone: 'CET', timeout_ms: '60000' } },
    /no pasa el rol ni la zona horaria ni el tiempo máximo:/,
  ],
])('a pooler that %s is refused in one line', async (_what, between, reason) => {
  const refused = refusePooler(poolBehind(between).pool, 'DATABASE_URL', WANTED)
  await expect(refused).rejects.toThrow(StartError)
  await expect(refused).rejects.toThrow(reason)
  await expect(refused).rejects.toThrow(/^DATABASE_URL .*: pon ahí la dirección directa de PostgreSQL\.$/)
})

test('a pooler that refuses the options of a connection is named, and any other error is passed on', async () => {
  const failing = (code: string) => ({
    connect: () => Promise.reject(Object.assign(new Error('no'), { code })),
  })
  await expect(refusePooler(failing('08P01'), 'DATABASE_URL', WANTED)).rejects.toThrow(
    /no acepta las opciones/,
  )
  await expect(refusePooler(failing('57P03'), 'DATABASE_URL', WANTED)).rejects.toThrow(/^no$/)
})

test('a direct connection costs one statement, and a pooler that keeps sessions is accepted', async () => {
  const direct = poolBehind({ pidOf: () => 7, told: 7 })
  await refusePooler(direct.pool, 'DATABASE_URL', WANTED)
  expect(direct.statements()).toBe(1)
  const session = poolBehind({ pidOf: OWN })
  await refusePooler(session.pool, 'DATABASE_URL', WANTED)
  expect(session.statements()).toBe(3)
})

test('logins of one server have one address', () => {
  const app = serverOf('postgres://svc_app:a@db.example:5432/app')
  expect(serverOf('postgres://svc_reader:b@db.example:5432/app')).toBe(app)
  expect(serverOf('postgres://svc_app:a@db.example:6432/app')).not.toBe(app)
  expect(serverOf('postgres://svc_app:a@db.example:5432/app_pooled')).not.toBe(app)
})
