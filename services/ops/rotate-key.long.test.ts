import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withConnection } from '../platform/postgres/connection.ts'
import { ID_KEY_NAMES } from '../kernel/keys/keyed-ids.ts'
import { createKeyVault } from '../kernel/keys/key-vault.ts'
import { createWrappingFiles } from '../kernel/keys/wrapping-keys.ts'
import type { CommandLine, Ended } from './testing/command-line.ts'
import { installInFolder, type ProductInFolder } from './testing/product-folder.ts'
import { eventually } from '../../tests/support/eventually.ts'

const PEOPLE = ['visitor-ana', 'visitor-bea', 'visitor-carla']

let secrets: string
let product: ProductInFolder
let ops: CommandLine
let before: Awaited<ReturnType<typeof opened>>
beforeEach(async () => {
  product = await installInFolder()
  ;({ ops } = product)
  secrets = join(product.dataDir, 'secrets')
  for (const person of PEOPLE) await product.backend.keys.forWriting(person)
  before = await opened()
})
afterEach(() => product.close())

const wrappingFiles = async () => (await readdir(secrets)).filter((name) => name.startsWith('wrapping-'))

/** The keys that a new process opens with the present files. */
async function opened() {
  const vault = createKeyVault({
    db: product.backend.app,
    files: createWrappingFiles(secrets, randomBytes),
    random: randomBytes,
    now: product.backend.now,
  })
  const [keys, idKeys] = [await vault.keys.forReading(PEOPLE), await vault.idKeys()]
  return { keys, ids: ID_KEY_NAMES.map((name) => idKeys.of(name)) }
}

const WAITING = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"

/** On its own connection, because a transaction would repeat its first answer. */
const isBlocked = () =>
  withConnection(product.url, async (client) => (await client.query(WAITING)).rowCount !== 0)

/** Kills the rotation while it wraps keys again. */
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

describe('ops rotate-key', () => {
  test('leaves one other wrapping key, and the present keys of everybody [PRIV-11]', async () => {
    const { code, out, err } = await ops.run('rotate-key')
    expect([code, out]).toEqual([0, expect.stringContaining('secrets/wrapping-2')])
    expect(JSON.parse(err)).toMatchObject({ security: 'key-rotated', by: 'ops' })
    expect(await wrappingFiles()).toEqual(['wrapping-2'])
    expect(await opened()).toEqual(before)
    const file = join(secrets, 'wrapping-2')
    const own = await readFile(file)
    for (const text of ['', randomBytes(32).toString('base64')]) {
      await writeFile(file, text)
      expect((await ops.run('codes issue')).err).toContain('no es la de esta base de datos o está dañada')
    }
    await rm(file)
    expect((await ops.run('codes issue')).err).toContain('Falta secrets/wrapping-2')
    await writeFile(file, own)
    expect((await ops.run('codes issue')).code).toBe(0)
  })

  test('is completed by the same command when it was killed', async () => {
    expect((await killHalfway()).code).toBe(null)
    expect((await wrappingFiles()).sort()).toEqual(['wrapping-1', 'wrapping-2'])
    expect((await ops.run('codes issue')).code).toBe(0)
    expect(await opened()).toEqual(before)
    expect((await ops.run('rotate-key')).code).toBe(0)
    expect(await wrappingFiles()).toEqual(['wrapping-2'])
    expect(await opened()).toEqual(before)
  })
})
