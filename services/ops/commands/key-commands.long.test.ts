import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSettings } from '@app/settings/settings.ts'
import { ID_KEY_NAMES } from '@app/vault/keys/id-keys.ts'
import { beginEpochCommand, rotateKeyCommand } from './key-commands.ts'
import { withBackend, type Terminal } from '../ops-session.ts'
import { writeSecrets } from '../testing/command-line.ts'
import { heardSecurity } from '../testing/security-lines.ts'
import { installProduct, MASTER_KEY, type InstalledProduct } from '../testing/installed-product.ts'

/** `rotate-key.long.test.ts` kills the rotation at every step. */

const PEOPLE = ['visitor-ana', 'visitor-bea']
const FORMER = MASTER_KEY.toString('base64')

let dataDir: string
let product: InstalledProduct
let keys: ReadonlyMap<string, Buffer>
let security: () => string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'app-keys-'))
  product = await installProduct()
  await writeSecrets(dataDir)
  for (const person of PEOPLE) await product.backend.keys.forWriting(person)
  keys = await product.backend.keys.forReading(PEOPLE)
  security = heardSecurity()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await product.close()
  await rm(dataDir, { recursive: true })
})

const said: string[] = []
const terminal: Terminal = {
  say: () => undefined,
  print: (text) => void said.push(text),
  signal: new AbortController().signal,
}
const settings = () => readSettings({ DATA_DIR: dataDir, DATABASE_URL: product.url })
const keysNow = () => withBackend(settings(), terminal, ({ keys: now }) => now.forReading(PEOPLE))
const master = join('secrets', 'master')

/** The keys of people, of the administrator and of ids. */
const KEYS = PEOPLE.length + 1 + ID_KEY_NAMES.length

test('rotate-key replaces the master key, and the former one is refused from then on [PRIV-11]', async () => {
  expect(await rotateKeyCommand(settings(), terminal)).toBe(0)
  expect(said.at(-1)).toContain(`La clave maestra cambió (época 1, ${KEYS} llaves`)
  expect(JSON.parse(security())).toMatchObject({ security: 'key-rotated', by: 'ops', count: KEYS })
  expect(await readdir(join(dataDir, 'secrets'))).not.toContain('master.next')
  const next = await readFile(join(dataDir, master), 'utf8')
  expect(await keysNow()).toEqual(keys)
  await writeFile(join(dataDir, master), FORMER)
  await expect(keysNow()).rejects.toThrow('Esta clave maestra ya no vale')
  await writeFile(join(dataDir, master), next)
  expect(await keysNow()).toEqual(keys)
})

test('epoch begin leaves one epoch key, and keeps everybody’s keys', async () => {
  for (const epoch of ['1', '2']) {
    expect(await beginEpochCommand(settings(), terminal)).toBe(0)
    expect(said.at(-1)).toContain(`Comenzó la época ${epoch}`)
    expect(await readdir(join(dataDir, 'secrets', 'epochs'))).toEqual([epoch])
    expect(await keysNow()).toEqual(keys)
  }
  const file = join(dataDir, 'secrets', 'epochs', '2')
  for (const text of ['', FORMER]) {
    await writeFile(file, text)
    await expect(keysNow()).rejects.toThrow('el archivo en secrets/epochs está dañado o es de otra')
  }
  await rm(file)
  await expect(keysNow()).rejects.toThrow('Falta la llave de la época en curso')
})
