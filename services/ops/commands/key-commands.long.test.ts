import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginEpochCommand } from './key-commands.ts'
import { withBackend } from '../ops-session.ts'
import { heardSecurity } from '../testing/security-lines.ts'
import { MASTER_KEY } from '../testing/installed-product.ts'
import { installInFolder, terminalTo, type ProductInFolder } from '../testing/product-folder.ts'

/** `rotate-key.long.test.ts` kills the rotation at every step. */

const PEOPLE = ['visitor-ana', 'visitor-bea']
const FORMER = MASTER_KEY.toString('base64')

let product: ProductInFolder
let keys: ReadonlyMap<string, Buffer>
beforeEach(async () => {
  product = await installInFolder()
  for (const person of PEOPLE) await product.backend.keys.forWriting(person)
  keys = await product.backend.keys.forReading(PEOPLE)
  heardSecurity()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await product.close()
})

const said: string[] = []
const terminal = terminalTo(said)
const keysNow = () => withBackend(product.settings, terminal, ({ keys: now }) => now.forReading(PEOPLE))

test('epoch begin leaves one epoch key, and keeps everybody’s keys', async () => {
  for (const epoch of ['2', '3']) {
    expect(await beginEpochCommand(product.settings, terminal)).toBe(0)
    expect(said.at(-1)).toContain(`Comenzó la época ${epoch}`)
    expect(await readdir(join(product.dataDir, 'secrets', 'epochs'))).toEqual([epoch])
    expect(await keysNow()).toEqual(keys)
  }
  const file = join(product.dataDir, 'secrets', 'epochs', '3')
  for (const text of ['', FORMER]) {
    await writeFile(file, text)
    await expect(keysNow()).rejects.toThrow('el archivo en secrets/epochs está dañado o es de otra')
  }
  await rm(file)
  await expect(keysNow()).rejects.toThrow('Falta la llave de la época en curso')
})
