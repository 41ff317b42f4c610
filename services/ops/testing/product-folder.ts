import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '../../platform/settings/settings.ts'
import type { Terminal } from '../ops-session.ts'
import { commandLineIn, writeSecrets } from './command-line.ts'
import { installProduct, type InstalledProduct } from './installed-product.ts'

export type ProductFolder = Awaited<ReturnType<typeof folderFor>>

/** The folder from which somebody commands a product, with the secrets in its data folder. */
export async function folderFor({ url }: InstalledProduct) {
  const dir = await mkdtemp(join(tmpdir(), 'app-ops-'))
  const dataDir = join(dir, 'data')
  await writeSecrets(dataDir)
  const settings = readSettings({ DATA_DIR: dataDir, DATABASE_URL: url })
  const ops = commandLineIn(dir, { DATABASE_URL: url })
  return { dir, dataDir, settings, ops, remove: () => rm(dir, { recursive: true }) }
}

export type ProductInFolder = Awaited<ReturnType<typeof installInFolder>>

export async function installInFolder() {
  const product = await installProduct()
  const folder = await folderFor(product)
  return { ...product, ...folder, close: () => product.close().finally(folder.remove) }
}

export const terminalTo = (lines: string[], signal = new AbortController().signal): Terminal => ({
  say: (line) => void lines.push(line),
  print: (text) => void lines.push(text),
  signal,
})
