import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, onTestFinished } from 'vitest'
import {
  commandAs,
  candidates,
  choosePostgresUser,
} from '@app/services/product/embedded-postgres/postgres-user.ts'
import { postgresUrl } from '@app/services/platform/postgres/connection.ts'
import { call, login, tap, freePort } from '../support/processes/product-calls.ts'
import { ownDataFolder, startProductProcess } from '../support/processes/product-process.ts'

const PASSWORD = 'Elegida-2026'

test('a dump that is restored on an empty server starts with all that it had, and records new events [RUN-9]', async () => {
  const dataDir = await ownDataFolder()
  const [former, next] = [await debianServer(), await debianServer()]
  const before = await startProductProcess({
    dataDir,
    env: { DATABASE_URL: former, ADMIN_PASSWORD: PASSWORD },
  })
  await tap(before.url)
  const dump = await dumpOf(former)
  expect(await before.stop()).toBe(0)

  expect(await restore(next, dump)).toContain('role "svc_owner" does not exist')
  const after = await startProductProcess({ dataDir, env: { DATABASE_URL: next } })
  expect((await login(after.url, PASSWORD)).status).toBe(200)
  const again = await tap(after.url)
  expect([again.status, again.headers.get('tap-status')]).toEqual([200, 'recorded'])
  expect(await call(`${after.url}/readyz`)).toMatchObject({ status: 200 })
  expect(after.errors()).toBe('')
})

const run = promisify(execFile)
const VERSIONS = '/usr/lib/postgresql'
const DUMP_BYTES_MAX = 64 * 2 ** 20

/** @throws Error that says what to install */
function binary(name: string): string {
  const newest = readdirSync(VERSIONS).toSorted((a, b) => Number(b) - Number(a))[0]
  if (newest === undefined) throw new Error('no PostgreSQL of Debian: apt-get install postgresql')
  return join(VERSIONS, newest, 'bin', name)
}

/** An empty cluster by Debian's PostgreSQL, stopped after the test. @returns the address of a user's own database */
export async function debianServer(): Promise<string> {
  const [folder, port] = [await ownDataFolder(), await freePort()]
  const user = await choosePostgresUser(
    await candidates(join(folder, 'postgres'), process.getuid?.() === 0),
    folder,
    binary('postgres'),
  )
  const as = async (name: string, ...args: readonly string[]): Promise<void> => {
    const { file, args: all, options } = commandAs(user, binary(name), args)
    await run(file, all, { ...options, cwd: '/' })
  }
  if (typeof user === 'object') await run('chown', [`${user.uid}:${user.gid}`, folder])
  const cluster = join(folder, 'postgres')
  await as('initdb', '-D', cluster, '-U', 'postgres', '--auth=trust', '--no-sync')
  await as('pg_ctl', '-D', cluster, '-w', '-s', '-l', join(folder, 'log'), '-o', `-p ${port} -k ''`, 'start')
  onTestFinished(() => as('pg_ctl', '-D', cluster, '-s', '-m', 'immediate', 'stop'))
  return postgresUrl(port, '', 'postgres')
}

/** As docs/operations.md says. */
export async function dumpOf(url: string): Promise<string> {
  const { stdout } = await run(binary('pg_dump'), [url], { maxBuffer: DUMP_BYTES_MAX })
  return stdout
}

/** @returns its errors */
export async function restore(url: string, dump: string): Promise<string> {
  const restoring = run(binary('psql'), ['-q', '-d', url])
  restoring.child.stdin!.end(dump)
  return (await restoring).stderr
}
