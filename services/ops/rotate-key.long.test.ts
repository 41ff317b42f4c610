import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withConnection } from '@app/postgres/connection.ts'
import { createEpochKeyFiles } from '@app/vault/keys/epoch-key-files.ts'
import { ID_KEY_NAMES } from '@app/vault/keys/id-keys.ts'
import { createKeyVault } from '@app/vault/keys/key-vault.ts'
import type { CommandLine, Ended } from './testing/command-line.ts'
import { MASTER_KEY } from './testing/installed-product.ts'
import { installInFolder, type ProductInFolder } from './testing/product-folder.ts'
import { eventually } from '../../tests/support/eventually.ts'

const PEOPLE = ['visitor-ana', 'visitor-bea', 'visitor-carla']
const FORMER = MASTER_KEY.toString('base64')

let dir: string
let secrets: string
let product: ProductInFolder
let ops: CommandLine
let before: Awaited<ReturnType<typeof openedWith>>
beforeEach(async () => {
  product = await installInFolder()
  ;({ dir, ops } = product)
  secrets = join(product.dataDir, 'secrets')
  for (const person of PEOPLE) await product.backend.keys.forWriting(person)
  before = await openedWith(FORMER)
})
afterEach(() => product.close())

const textOf = async (name: string) => (await readFile(join(secrets, name), 'utf8')).trim()

/** The keys that a new process opens with a master key and the present keys of epochs. */
async function openedWith(masterKey: string) {
  const vault = createKeyVault({
    db: product.backend.app,
    masterKeys: async () => [Buffer.from(masterKey, 'base64')],
    epochKeys: createEpochKeyFiles(join(secrets, 'epochs'), randomBytes),
    random: randomBytes,
    now: product.backend.now,
  })
  return { keys: await vault.keys.forReading(PEOPLE), idKeys: await vault.idKeys() }
}

/** All keys open with the new master key, and the former one is refused. */
async function expectRotated(): Promise<void> {
  const master = await textOf('master')
  expect(master).not.toBe(FORMER)
  expect(await readdir(secrets)).not.toContain('master.next')
  expect((await readdir(join(secrets, 'epochs'))).length).toBe(1)
  const opened = await openedWith(master)
  expect(opened.keys).toEqual(before.keys)
  for (const name of ID_KEY_NAMES) expect(opened.idKeys.of(name)).toEqual(before.idKeys.of(name))
  await expect(openedWith(FORMER)).rejects.toMatchObject({ code: 'Unavailable' })
  await writeFile(join(secrets, 'master'), FORMER)
  expect(await ops.run('codes issue')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Esta clave maestra ya no vale'),
  })
  await writeFile(join(secrets, 'master'), master)
  expect((await ops.run('codes issue')).code).toBe(0)
}

const WAITING = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"

/** On its own connection, because a transaction would repeat its first answer. */
const isBlocked = () =>
  withConnection(product.url, async (client) => (await client.query(WAITING)).rowCount !== 0)

/** Kills the rotation as it wraps keys anew. */
async function killHalfway(): Promise<Ended> {
  let kill = (_signal: NodeJS.Signals): void => undefined
  return withConnection(product.url, async (holder) => {
    await holder.query("begin; select from vault.subjects where subject = 'visitor-bea' for update")
    const running = ops.run('rotate-key', (_out, killIt) => (kill = killIt))
    await eventually(async () => expect(await isBlocked()).toBe(true))
    kill('SIGKILL')
    const ended = await running
    await holder.query('rollback')
    return ended
  })
}

test('ops rotate-key replaces the master key, and the former one is refused from then on', async () => {
  const { code, out, err } = await ops.run('rotate-key')
  expect([code, out]).toEqual([0, expect.stringContaining('La clave maestra cambió')])
  expect(JSON.parse(err)).toMatchObject({ security: 'key-rotated', by: 'ops' })
  await expectRotated()
})

test('ops rotate-key is completed by the same command when it was killed before it replaced the former key’s file', async () => {
  await ops.run('rotate-key')
  await rename(join(secrets, 'master'), join(secrets, 'master.next'))
  await writeFile(join(secrets, 'master'), FORMER)
  expect((await ops.run('codes issue')).code).toBe(0)
  expect((await ops.run('rotate-key')).code).toBe(0)
  await expectRotated()
})

test('ops rotate-key is completed by the same command when it was killed, and refused without the file of the next key', async () => {
  expect((await killHalfway()).code).toBe(null)
  expect([await textOf('master'), existsSync(join(secrets, 'master.next'))]).toEqual([FORMER, true])
  await rename(join(secrets, 'master.next'), join(dir, 'lost'))
  expect(await ops.run('codes issue')).toMatchObject({
    code: 1,
    err: expect.stringContaining('un cambio de clave (ops rotate-key) quedó a medias'),
  })
  await rename(join(dir, 'lost'), join(secrets, 'master.next'))
  expect((await ops.run('codes issue')).code).toBe(0)
  expect((await ops.run('rotate-key')).code).toBe(0)
  await expectRotated()
})
