import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, renameSync, statSync } from 'node:fs'
import { chmod, chown, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '@app/contracts/start-error.ts'

/** PostgreSQL refuses root, so root starts it in a namespace without root, or as another user, who owns the cluster. */
export type PostgresUser = 'self' | 'namespace' | { readonly uid: number; readonly gid: number }

const NOBODY = { uid: 65_534, gid: 65_534 }
const NAMESPACE = ['--user', '--map-user=1000', '--map-group=1000']

/** The owner of a used cluster comes first. */
export async function candidates(cluster: string, isRoot: boolean): Promise<readonly PostgresUser[]> {
  if (!isRoot) return ['self']
  const { uid, gid } = await stat(cluster).catch(() => ({ uid: 0, gid: 0 }))
  return [...(uid === 0 ? [] : [{ uid, gid }]), 'namespace', NOBODY]
}

export async function choosePostgresUser(
  users: readonly PostgresUser[],
  dataDir: string,
  postgres: string,
): Promise<PostgresUser> {
  for (const user of users) {
    // Another user must traverse the folder. Secrets are in a closed folder of their own.
    if (typeof user === 'object') await chmod(dataDir, ((await stat(dataDir)).mode & 0o777) | 0o011)
    if (await runAs(user, dataDir, postgres, ['--version'])) return user
  }
  const advice = users.includes('self')
    ? 'No se pudo ejecutar el PostgreSQL incluido: indica uno propio con DATABASE_URL.'
    : 'PostgreSQL no puede correr como root en este equipo: inicia con un usuario común, o usa DATABASE_URL.'
  throw new StartError(`${advice} ${await lastWords(dataDir)}`)
}

/** The owner changes with the kind of user, e.g. on a machine without user namespaces. */
export async function giveTo(user: PostgresUser, path: string): Promise<void> {
  if (user === 'self') return
  const { uid, gid } = user === 'namespace' ? { uid: 0, gid: 0 } : user
  const entry = await stat(path)
  if (entry.uid === uid) return
  if (entry.isDirectory()) await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, path])
  else await chown(path, uid, gid)
}

/** Passes on neither PG… variables nor translations. */
export function commandAs(user: PostgresUser, file: string, args: readonly string[]) {
  const { PATH, SystemRoot, TMPDIR, TEMP } = process.env
  const env: NodeJS.ProcessEnv = { PATH, SystemRoot, TMPDIR, TEMP, LC_ALL: 'C', TZ: 'UTC' }
  if (user === 'namespace') return { file: 'unshare', args: [...NAMESPACE, file, ...args], options: { env } }
  return { file, args, options: user === 'self' ? { env } : { env, ...user } }
}

const LOG_BYTES_MAX = 5 * 1024 * 1024
const TAIL_LINES = 12
const logOf = (dataDir: string): string => join(dataDir, 'postgres.log')

/** It writes to postgres.log, which is renamed beyond its limit. @returns whether the program has ended well */
export async function runAs(
  user: PostgresUser,
  dataDir: string,
  file: string,
  args: readonly string[],
): Promise<boolean> {
  const path = logOf(dataDir)
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES_MAX) renameSync(path, `${path}.1`)
  const log = openSync(path, 'a', 0o600)
  const command = commandAs(user, file, args)
  // Detached, because Ctrl-C must reach only Node, which stops the server last.
  const background = { detached: true, windowsHide: true, cwd: dataDir }
  const child = spawn(command.file, command.args, {
    ...command.options,
    ...background,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const [code] = (await once(child, 'exit').catch(() => [undefined])) as [number | undefined]
  return code === 0
}

export async function lastWords(dataDir: string): Promise<string> {
  const text = await readFile(logOf(dataDir), 'utf8')
  return `Lo último que dijo (${logOf(dataDir)}):\n${text.trimEnd().split('\n').slice(-TAIL_LINES).join('\n')}`
}
