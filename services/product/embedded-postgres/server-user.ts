import { execFile } from 'node:child_process'
import { chmod, chown, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { StartError } from '@app/contracts/start-error.ts'
import { clusterOf } from './pid-file.ts'
import { lastWords, runAs, type PostgresUser } from './run-as.ts'

const NOBODY = { uid: 65_534, gid: 65_534 }

/** The owner of a used cluster comes first. */
export async function candidates(dataDir: string, isRoot: boolean): Promise<readonly PostgresUser[]> {
  if (!isRoot) return ['self']
  const { uid, gid } = await stat(clusterOf(dataDir)).catch(() => ({ uid: 0, gid: 0 }))
  return [...(uid === 0 ? [] : [{ uid, gid }]), 'namespace', NOBODY]
}

/** @throws StartError when none works */
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
  const found = await stat(path)
  if (found.uid === uid) return
  if (found.isDirectory()) await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, path])
  else await chown(path, uid, gid)
}
