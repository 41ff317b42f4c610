import pg from 'pg'
import type { BenchContext } from '../part.ts'

/** As the superuser. */
export async function connected({ closing }: Pick<BenchContext, 'closing'>, url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  closing.add(() => client.end())
  return client
}
