import { connectionConfig } from '@app/postgres/pool.ts'
import pg from 'pg'
import type { BenchContext } from '../part.ts'

type Closes = Pick<BenchContext, 'closing'>

/** As the superuser. */
export const connected = (context: Closes, url: string): Promise<pg.Client> =>
  opened(context, { connectionString: url })

/** As the product's queries. */
export const connectedReader = (context: Closes, url: string): Promise<pg.Client> =>
  opened(context, connectionConfig(url, { role: 'svc_reader', applicationName: 'bench' }))

async function opened({ closing }: Closes, config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  await client.connect()
  closing.add(() => client.end())
  return client
}

/** @param query answers one row with the count as `n` */
export async function countBy(
  client: pg.Client | pg.Pool,
  query: string | { readonly name?: string; readonly text: string; readonly values: readonly unknown[] },
): Promise<number> {
  const { text, values, ...rest } = typeof query === 'string' ? { text: query, values: [] } : query
  const { rows } = await client.query<{ n: string | number }>({ ...rest, text, values: [...values] })
  return Number(rows[0]?.n ?? 0)
}
