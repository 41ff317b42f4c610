import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../platform/postgres/migrations.ts'
import { ownDatabase } from '../../../tests/support/own-database.ts'
import { commandLineIn, type CommandLine } from '../testing/command-line.ts'

async function opsWith(env: Readonly<Record<string, string>>): Promise<{ dir: string; ops: CommandLine }> {
  const dir = await mkdtemp(join(tmpdir(), 'app-ops-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  return { dir, ops: commandLineIn(dir, env) }
}

test('migrate prepares the database as its owner, needs no keys, and may be repeated', async () => {
  const database = await ownDatabase()
  const app = new URL(database)
  app.searchParams.set('options', '-c role=svc_app')
  const env = { NODE_ENV: 'production', DATABASE_URL: app.href, DATABASE_OWNER_URL: database }
  const { dir, ops } = await opsWith(env)
  const first = await ops.run('migrate')
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out).toMatch(/quedó al día \(migraciones: \d+\)/)
  expect((await ops.run('migrate')).out).toContain('ya está al día')
  expect(await migrate(app.href)).toEqual([])
  expect(await readdir(dir)).toEqual([])
})

test('migrate does nothing for the embedded database', async () => {
  const { ops } = await opsWith({})
  expect(await ops.run('migrate')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Sin DATABASE_URL') as string,
  })
})
