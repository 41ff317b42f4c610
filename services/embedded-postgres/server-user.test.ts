import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { choosePostgresUser, commandAs, type PostgresUser, type UserProbes } from './server-user.ts'

const NAMESPACE: PostgresUser = { way: 'namespace' }
const POSTGRES: PostgresUser = { way: 'setuid', uid: 101, gid: 104 }
const NOBODY: PostgresUser = { way: 'setuid', uid: 65534, gid: 65534 }
const ANA: PostgresUser = { way: 'setuid', uid: 1001, gid: 1001 }

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'app-postgres-user-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** A machine on which the server can run only as these users. */
const machine = (working: readonly PostgresUser[], isRoot = true): UserProbes => ({
  isRoot,
  self: isRoot ? { way: 'setuid', uid: 0, gid: 0 } : ANA,
  findUsers: () => Promise.resolve([POSTGRES, NOBODY]),
  whyNot: (user) => {
    const works = working.some((one) => JSON.stringify(one) === JSON.stringify(user))
    return Promise.resolve(works ? undefined : `not as ${JSON.stringify(user)}`)
  },
})

const remembered = async (): Promise<unknown> =>
  JSON.parse(await readFile(join(dataDir, 'postgres-user.json'), 'utf8')) as unknown

describe('as root', () => {
  test('a user namespace is preferred', async () => {
    expect(await choosePostgresUser(dataDir, machine([NAMESPACE, POSTGRES, NOBODY]))).toEqual(NAMESPACE)
  })

  test('a user of the machine is chosen when namespaces are forbidden', async () => {
    expect(await choosePostgresUser(dataDir, machine([NOBODY]))).toEqual(NOBODY)
    expect(await remembered()).toEqual(NOBODY)
  })

  test('the user of the first start is chosen again while it works', async () => {
    await choosePostgresUser(dataDir, machine([POSTGRES]))
    expect(await choosePostgresUser(dataDir, machine([NAMESPACE, POSTGRES]))).toEqual(POSTGRES)
    expect(await choosePostgresUser(dataDir, machine([NAMESPACE]))).toEqual(NAMESPACE)
  })

  test('an ordinary user who started first is chosen', async () => {
    await choosePostgresUser(dataDir, machine([{ way: 'self' }], false))
    expect(await choosePostgresUser(dataDir, machine([NAMESPACE, ANA]))).toEqual(ANA)
  })

  test('a remembered user is ignored if it is root or invalid', async () => {
    for (const text of ['{"way":"setuid","uid":0,"gid":0}', 'nonsense', '{"way":"self"}']) {
      await writeFile(join(dataDir, 'postgres-user.json'), text)
      expect(await choosePostgresUser(dataDir, machine([NAMESPACE]))).toEqual(NAMESPACE)
    }
  })

  test('one line has advice and each user’s error when none works', async () => {
    await expect(choosePostgresUser(dataDir, machine([]))).rejects.toThrow(
      /^PostgreSQL no puede correr como root.*DATABASE_URL.*namespace.*65534/,
    )
  })
})

test('an ordinary user runs the server themselves', async () => {
  expect(await choosePostgresUser(dataDir, machine([{ way: 'self' }], false))).toEqual({ way: 'self' })
})

test('an ordinary user whose machine cannot run the binaries is advised to set DATABASE_URL', async () => {
  await expect(choosePostgresUser(dataDir, machine([], false))).rejects.toThrow(/DATABASE_URL/)
})

test('PG variables of the caller do not reach the server', () => {
  const { options } = commandAs({ way: 'self' }, 'postgres', [])
  expect(Object.keys(options.env).filter((name) => name.startsWith('PG'))).toEqual([])
  expect(options.env).toMatchObject({ LC_ALL: 'C', TZ: 'UTC' })
})
