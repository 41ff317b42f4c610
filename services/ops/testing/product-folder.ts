import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings, type Settings } from '@app/settings/settings.ts'
import type { Terminal } from '../ops-session.ts'
import { commandLineIn, writeSecrets, type CommandLine } from './command-line.ts'
import { installProduct, type InstalledProduct } from './installed-product.ts'

/** The folder from which somebody commands a product. */
export interface ProductFolder {
  readonly dir: string
  readonly dataDir: string
  readonly settings: Settings
  readonly ops: CommandLine
  remove(): Promise<void>
}

/** With the secrets in its data folder. */
export async function folderFor({ url }: InstalledProduct): Promise<ProductFolder> {
  const dir = await mkdtemp(join(tmpdir(), 'app-ops-'))
  const dataDir = join(dir, 'data')
  await writeSecrets(dataDir)
  const settings = readSettings({ DATA_DIR: dataDir, DATABASE_URL: url })
  const ops = commandLineIn(dir, { DATABASE_URL: url })
  return { dir, dataDir, settings, ops, remove: () => rm(dir, { recursive: true }) }
}

export type ProductInFolder = InstalledProduct & ProductFolder

export async function installInFolder(): Promise<ProductInFolder> {
  const product = await installProduct()
  const folder = await folderFor(product)
  return { ...product, ...folder, close: () => product.close().finally(folder.remove) }
}

/** Collects what is said and printed. */
export const terminalTo = (lines: string[], signal = new AbortController().signal): Terminal => ({
  say: (line) => void lines.push(line),
  print: (text) => void lines.push(text),
  signal,
})
