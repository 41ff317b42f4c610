import { execFile } from 'node:child_process'
import { chmod, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeAtomically } from '@app/settings/durable-file.ts'
import { StartError } from '@app/contracts/start-error.ts'

const run = promisify(execFile)

/** PostgreSQL refuses to run as root. The cluster belongs to this user. */
export type PostgresUser =
  | { readonly way: 'self' }
  /** A user namespace without root: needs no other user and no chown. */
  | { readonly way: 'namespace' }
  | { readonly way: 'setuid'; readonly uid: number; readonly gid: number }

const PROBE_MS_MAX = 10_000
const NAMESPACE = ['--user', '--map-user=1000', '--map-group=1000']
const USER_NAMES = ['postgres', 'nobody']

/** Passes on neither PG… variables nor translations. */
export function commandAs(user: PostgresUser, file: string, args: readonly string[]) {
  const { PATH, SystemRoot, TMPDIR, TEMP } = process.env
  const known = Object.entries({ PATH, SystemRoot, TMPDIR, TEMP }).filter(([, value]) => value !== undefined)
  const env = { ...Object.fromEntries(known), LC_ALL: 'C', TZ: 'UTC' }
  if (user.way === 'namespace')
    return { file: 'unshare', args: [...NAMESPACE, file, ...args], options: { env } }
  if (user.way === 'setuid') return { file, args, options: { env, uid: user.uid, gid: user.gid } }
  return { file, args, options: { env } }
}

export interface UserProbes {
  readonly isRoot: boolean
  readonly self: PostgresUser
  findUsers(): Promise<readonly PostgresUser[]>
  whyNot(user: PostgresUser): Promise<string | undefined>
}

/** Remembers the choice, because the files belong to that user. @throws StartError when none works */
export async function choosePostgresUser(dataDir: string, probes: UserProbes): Promise<PostgresUser> {
  const memory = join(dataDir, 'postgres-user.json')
  const user = await firstThatWorks(await candidates(memory, probes), probes)
  // By uid, so that a later start as root becomes that user.
  const owner = JSON.stringify(user.way === 'self' ? probes.self : user)
  const known = await readFile(memory, 'utf8').catch(() => '')
  // A full disk must not prevent a start.
  if (known.trim() !== owner) await writeAtomically(dataDir, memory, owner)
  return user
}

async function candidates(memory: string, probes: UserProbes): Promise<readonly PostgresUser[]> {
  if (!probes.isRoot) return [{ way: 'self' }]
  const remembered = await readUser(memory)
  return [...(remembered ? [remembered] : []), { way: 'namespace' }, ...(await probes.findUsers())]
}

async function firstThatWorks(users: readonly PostgresUser[], probes: UserProbes): Promise<PostgresUser> {
  const reasons: string[] = []
  for (const user of users) {
    const reason = await probes.whyNot(user)
    if (reason === undefined) return user
    reasons.push(reason)
  }
  const advice = probes.isRoot
    ? 'PostgreSQL no puede correr como root en este equipo: inicia con un usuario común, o usa DATABASE_URL'
    : 'No se pudo ejecutar el PostgreSQL incluido: indica uno propio con DATABASE_URL'
  throw new StartError(`${advice} (${[...new Set(reasons)].join(' · ')}).`)
}

async function readUser(path: string): Promise<PostgresUser | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const user = JSON.parse(text) as PostgresUser
    return user.way === 'namespace' || (user.way === 'setuid' && user.uid > 0) ? user : undefined
  } catch {
    return undefined
  }
}

export function machineProbes(dataDir: string, postgres: string): UserProbes {
  const self = { way: 'setuid', uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 } as const
  return { isRoot: process.getuid?.() === 0, self, findUsers, whyNot }

  async function whyNot(user: PostgresUser): Promise<string | undefined> {
    try {
      await runAs(user, '/', postgres, ['--version'])
      if (user.way !== 'self') await reach(user, dataDir)
      return undefined
    } catch (error) {
      return firstLineOf(error)
    }
  }
}

async function reach(user: PostgresUser, dataDir: string): Promise<void> {
  const canPass = (): Promise<void> => runAs(user, '/', 'test', ['-x', dataDir])
  try {
    await canPass()
  } catch (error) {
    if (user.way !== 'setuid') throw error
    await openForPassing(dataDir)
    await canPass()
  }
}

async function runAs(user: PostgresUser, cwd: string, file: string, args: readonly string[]): Promise<void> {
  const command = commandAs(user, file, args)
  await run(command.file, command.args, { ...command.options, cwd, timeout: PROBE_MS_MAX })
}

/** The other user must traverse the folder. Secrets are in a closed folder of their own. */
async function openForPassing(dataDir: string): Promise<void> {
  const { mode } = await stat(dataDir)
  await chmod(dataDir, (mode & 0o777) | 0o011)
}

async function findUsers(): Promise<readonly PostgresUser[]> {
  const found = await Promise.all(USER_NAMES.map(findUser))
  return found.filter((user) => user !== undefined)
}

async function findUser(name: string): Promise<PostgresUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { way: 'setuid', uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

function firstLineOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message?: string }
  const lines = (stderr?.trim() || message || String(error)).split('\n')
  return lines[0] ?? ''
}
