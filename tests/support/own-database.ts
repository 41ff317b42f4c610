import { randomUUID } from 'node:crypto'
import { withConnection } from '@app/services/platform/postgres/connection.ts'
import { inject, onTestFinished } from 'vitest'
import { databaseUrl } from './test-database.ts'

/**
 * An empty database without our schema; gone after the test that asks for it.
 * @param copied address of another one, to be made as a backup of it
 */
export async function ownDatabase(copied?: string): Promise<string> {
  const serverUrl = inject('postgresUrl')
  const name = `own_${randomUUID().replaceAll('-', '')}`
  const run = (text: string): Promise<void> =>
    withConnection(serverUrl, async (client) => void (await client.query(text)))
  const template = copied === undefined ? 'template1' : new URL(copied).pathname.slice(1)
  await run(`create database ${name} template ${template}`)
  onTestFinished(() => run(`drop database if exists ${name} with (force)`))
  return databaseUrl(serverUrl, name)
}
