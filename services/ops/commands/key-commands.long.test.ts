import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSettings } from '@app/settings/settings.ts'
import { beginEpochCommand } from './key-commands.ts'
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
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'app-keys-'))
  product = await installProduct()
  await writeSecrets(dataDir)
  for (const person of PEOPLE) await product.backend.keys.forWriting(person)
  keys = await product.backend.keys.forReading(PEOPLE)
  heardSecurity()
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

test('epoch begin leaves one epoch key, and keeps everybody’s keys', async () => {
  for (const epoch of ['2', '3']) {
    expect(await beginEpochCommand(settings(), terminal)).toBe(0)
    expect(said.at(-1)).toContain(`Comenzó la época ${epoch}`)
    expect(await readdir(join(dataDir, 'secrets', 'epochs'))).toEqual([epoch])
    expect(await keysNow()).toEqual(keys)
  }
  const file = join(dataDir, 'secrets', 'epochs', '3')
  for (const text of ['', FORMER]) {
    await writeFile(file, text)
    await expect(keysNow()).rejects.toThrow('el archivo en secrets/epochs está dañado o es de otra')
  }
  await rm(file)
  await expect(keysNow()).rejects.toThrow('Falta la llave de la época en curso')
})
