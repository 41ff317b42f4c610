import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { epochKeysDir } from '@app/settings/secrets.ts'
import { createEpochKeyFiles } from '@app/vault/keys/epoch-key-files.ts'
import type { KeySources } from '@app/vault/keys/key-vault.ts'
import { KEY_BYTES } from '@app/vault/keys/sealing.ts'
import type { BenchContext } from '../part.ts'
import { ADMINISTRATOR } from '../load/people.ts'
import { startBenchProduct, type Product } from './product.ts'

export interface KeyedProduct {
  readonly product: Product
  readonly url: string
  readonly sources: KeySources
}

/** A running product in a database of its own, with keys that this process can open too. */
export async function startKeyedProduct(context: BenchContext, database: string): Promise<KeyedProduct> {
  context.closing.add(() => context.server.dropDatabase(database))
  const masterKey = randomBytes(KEY_BYTES)
  const keyFile = join(context.folder, `${database}.key`)
  await writeFile(keyFile, masterKey.toString('base64'), { mode: 0o600 })
  const secretsDir = join(context.folder, `${database}-secrets`)
  const url = await context.server.database(database)
  const product = await startBenchProduct(context, {
    DATABASE_URL: url,
    MASTER_KEY_FILE: keyFile,
    SECRETS_DIR: secretsDir,
    ...ADMINISTRATOR,
  })
  const sources = {
    masterKeys: async () => [masterKey],
    epochKeys: createEpochKeyFiles(epochKeysDir(secretsDir), randomBytes),
  }
  return { product, url, sources }
}
