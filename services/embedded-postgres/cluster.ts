import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PostgresBinaries } from './binaries.ts'
import { clusterOf } from './pid-file.ts'
import { commandAs, type PostgresUser } from './server-user.ts'
import { StartError } from '@app/contracts/start-error.ts'

const run = promisify(execFile)

export interface ClusterOptions {
  readonly dataDir: string
  readonly password: string
  readonly durable: boolean
  readonly say: (line: string) => void
  readonly signal?: AbortSignal | undefined
}

/** @throws StartError if the cluster cannot be made or is of another PostgreSQL version */
export async function prepareCluster(
  options: ClusterOptions,
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
  options: ClusterOptions,
  binaries: PostgresBinaries,
  user: PostgresUser,
): Promise<void> {
  options.say('Creando la base de datos (solo la primera vez)…')
  const cluster = clusterOf(options.dataDir)
  const draft = `${cluster}.new`
  const passwordFile = join(options.dataDir, `postgres-password.${randomUUID()}`)
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  try {
    await writeFile(passwordFile, `${options.password}\n`, { mode: 0o600, flag: 'wx' })
    await giveTo(user, draft)
    await giveTo(user, passwordFile)
    await initdb(options, binaries.initdb, user, draft, passwordFile)
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(draft, cluster)
}

async function initdb(
  { dataDir, durable, signal }: ClusterOptions,
  binary: string,
  user: PostgresUser,
  draft: string,
  passwordFile: string,
): Promise<void> {
  const args = [
    `--pgdata=${draft}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
  ]
  // Sorts by code point on every machine, and still maps Ñ to ñ.
  args.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  args.push('--no-instructions', ...(durable ? [] : ['--no-sync']))
  const command = commandAs(user, binary, args)
  const running = run(command.file, command.args, { ...command.options, cwd: dataDir })
  // Not by the signal of `run`, which does not wait until the program has ended.
  const end = (): void => void running.child.kill()
  signal?.addEventListener('abort', end, { once: true })
  try {
    await running
  } catch (cause) {
    const { stderr } = cause as { stderr?: string }
    throw new StartError(
      `No se pudo crear la base de datos en ${dataDir}: ${stderr?.trim() || String(cause)}`,
      {
        cause,
      },
    )
  } finally {
    signal?.removeEventListener('abort', end)
  }
}

async function checkVersion(cluster: string, binaries: PostgresBinaries): Promise<void> {
  const of = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  const { stdout } = await run(binaries.postgres, ['--version'])
  const major = /(\d+)/.exec(stdout)?.[1]
  if (of === major) return
  throw new StartError(
    `${cluster} ${of ? `es de PostgreSQL ${of} y aquí se usa ${major}` : 'no es una base de datos completa'}: restáurala desde un respaldo, o elige otra carpeta con DATA_DIR.`,
  )
}

/** The owner changes with the kind of user, e.g. on a machine without user namespaces. */
async function giveTo(user: PostgresUser, path: string): Promise<void> {
  if (user.way === 'self') return
  const { uid, gid } = user.way === 'setuid' ? user : { uid: 0, gid: 0 }
  const found = await stat(path)
  if (found.uid === uid) return
  if (found.isDirectory()) await run('chown', ['-R', `${uid}:${gid}`, path])
  else await chown(path, uid, gid)
}
