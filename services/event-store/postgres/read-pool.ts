import { withTimeout } from '@app/concurrency/with-timeout.ts'
import pg from 'pg'
import { destroyConnection } from './link.ts'

const READ_CONNECTIONS = 4
const READ_MS_MAX = 2_500
const GRACE_MS = 1_000

export function openReadPool(connection: pg.ClientConfig): { readonly pool: pg.Pool; end(): Promise<void> } {
  const pool = new pg.Pool({ ...connection, max: READ_CONNECTIONS, query_timeout: READ_MS_MAX })
  const clients = new Set<pg.Client>()
  // The pool replaces an idle connection that breaks.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined) // also while the connection is in use
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
