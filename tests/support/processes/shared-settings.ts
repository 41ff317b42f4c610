import { createTestDatabase } from '../test-database.ts'
import { ownDataFolder } from './product-process.ts'

/** One database, and secrets that the first process makes for all. */
export const sharedSettings = async (): Promise<Record<string, string>> => ({
  DATABASE_URL: (await createTestDatabase()).url,
  SECRETS_DIR: await ownDataFolder(),
})
