import type pg from 'pg'
import { connectionConfig, openPool, type ConnectionOptions } from './pool.ts'

/**
 * The first ends a statement whose client has gone; the second bounds what one writes to disk. A server may refuse them:
 * then the time limit alone ends it.
 */
const SETTINGS = ['set client_connection_check_interval = 100', "set temp_file_limit = '64MB'"]

/** Connections of reads that take long: they take none from other reads, and end early. */
export const createHeavyPool = (
  url: string,
  options: ConnectionOptions & { readonly max: number },
): pg.Pool =>
  openPool({
    ...connectionConfig(url, options),
    max: options.max,
    onConnect: async (client) => {
      for (const setting of SETTINGS) await client.query(setting).catch(() => undefined)
    },
  })
