import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase } from '../test-database.ts'
import { ownDataFolder } from './product-process.ts'

/** One database, and keys that all processes share. */
export async function sharedSettings(): Promise<Record<string, string>> {
  const folder = await ownDataFolder()
  const file = (name: string): string => {
    const path = join(folder, name)
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
    return path
  }
  return {
    DATABASE_URL: (await createTestDatabase()).url,
    JWT_SECRET_FILE: file('jwt'),
    MASTER_KEY_FILE: file('master'),
    VISITOR_KEY_FILE: file('visitor'),
    SEAL_KEY_FILE: file('seal'),
    SECRETS_DIR: folder,
  }
}
