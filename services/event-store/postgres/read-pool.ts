import { withTimeout } from '@app/concurrency/with-timeout.ts'
import pg from 'pg'
import { destroyConnection } from './link.ts'

const READ_CONNECTIONS = 4
const READ_MS_MAX = 2_500
const GRACE_MS = 1_000

/** Reads that are never answered end by themselves, and at the end nobody waits for them. */
export function openReadPool(connection: pg.ClientConfig): { readonly pool: pg.Pool; end(): Promise<void> } {
  const pool = new pg.Pool({ ...connection, max: READ_CONNECTIONS, query_timeout: READ_MS_MAX })
  const clients = new Set<pg.Client>()
  // An idle connection that breaks is replaced by the pool; the next read says what is wrong.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined) // also of one that is lent at that moment
    clients.add(client as pg.Client)
  })
  pool.on('remove', (client) => clients.delete(client as pg.Client))
  const end = async (): Promise<void> => {
    const ended = Promise.allSettled([pool.end()])
    await withTimeout(ended, GRACE_MS, () => undefined)
    clients.forEach(destroyConnection)
    await withTimeout(ended, GRACE_MS, () => undefined)
  }
  return { pool, end }
}
