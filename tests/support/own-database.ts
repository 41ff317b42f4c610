import { randomUUID } from 'node:crypto'
import { withConnection } from '@app/postgres/connection.ts'
import { inject, onTestFinished } from 'vitest'

/** An empty database of a server that is not the product's own; gone after the test that asks for it. */
export async function ownDatabase(): Promise<string> {
  const name = `own_${randomUUID().replaceAll('-', '')}`
  const run = (text: string): Promise<void> =>
    withConnection(inject('postgresUrl'), async (client) => void (await client.query(text)))
  await run(`create database ${name}`)
  onTestFinished(() => run(`drop database if exists ${name} with (force)`))
  const url = new URL(inject('postgresUrl'))
  url.pathname = name
  return url.href
}
