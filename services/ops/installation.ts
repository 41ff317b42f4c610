import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { claimDataFolder, isClaimed, type DataFolderClaim } from '../platform/settings/data-folder.ts'
import { prepareLogins } from '../platform/postgres/database-logins.ts'
import { postgresUrl, type DatabaseUrls } from '../platform/postgres/connection.ts'
import {
  clusterOf,
  findRunningPostgres,
  type RunningPostgres,
} from '../product/embedded-postgres/pid-file.ts'
import {
  EMBEDDED_DATABASE,
  ensureDatabase,
  startPostgresServer,
} from '../product/embedded-postgres/postgres-server.ts'
import { loadSecrets, type Secrets } from '../platform/settings/secrets.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { StartError } from '@app/contracts/start-error.ts'

export interface Installation {
  readonly urls: DatabaseUrls
  readonly secrets: Secrets
  /** Unknown with an external database: the product may run on another machine. */
  readonly product: 'running' | 'stopped' | 'unknown'
  close(): Promise<void>
}

const SERVER_MS_MAX = 20_000
const LOOK_EVERY_MS = 100

/** @throws StartError if the product never ran there or the database cannot be opened */
export async function openInstallation(
  settings: Settings,
  say: (line: string) => void,
): Promise<Installation> {
  const { dataDir, database } = settings
  const secret = join(settings.secretsDir, 'postgres')
  // Secrets created here would not be the product's.
  if (database === undefined ? !existsSync(clusterOf(dataDir)) : !existsSync(secret))
    throw neverStarted(dataDir)
  const secrets = await loadSecrets(settings)
  if (database !== undefined) {
    return {
      urls: database,
      secrets,
      product: isClaimed(dataDir) ? 'running' : 'unknown',
      close: async () => {},
    }
  }
  const running = findRunningPostgres(dataDir)
  return running === undefined ? startOrWait(dataDir, secrets, say) : joined(dataDir, secrets, running)
}

const neverStarted = (dataDir: string): StartError =>
  new StartError(
    `En ${dataDir} nunca se ha iniciado el producto: ejecuta npm start una vez (con los mismos ajustes) y vuelve a intentarlo.`,
  )

/** The server runs, maybe without the product. Does not claim the folder. */
async function joined(dataDir: string, secrets: Secrets, { port }: RunningPostgres): Promise<Installation> {
  const server = { port, url: (database: string) => postgresUrl(port, secrets.postgres, database) }
  return {
    urls: await prepareLogins(server, EMBEDDED_DATABASE, secrets.logins).catch((cause: unknown) => {
      throw new StartError(
        'No se puede abrir la base de datos: puede que el producto se esté cerrando. Vuelve a intentarlo.',
        { cause },
      )
    }),
    secrets,
    product: isClaimed(dataDir) ? 'running' : 'stopped',
    close: async () => {},
  }
}

async function startOrWait(
  dataDir: string,
  secrets: Secrets,
  say: (line: string) => void,
): Promise<Installation> {
  let claim: DataFolderClaim
  try {
    claim = await claimDataFolder(dataDir)
  } catch (error) {
    // The product is starting.
    const running = await waitForServer(dataDir)
    if (running === undefined) throw error
    return joined(dataDir, secrets, running)
  }
  return startServer(dataDir, secrets, say, claim)
}

async function startServer(
  dataDir: string,
  secrets: Secrets,
  say: (line: string) => void,
  claim: DataFolderClaim,
): Promise<Installation> {
  try {
    const server = await startPostgresServer({ dataDir, password: secrets.postgres, say })
    const close = (): Promise<void> => server.stop().finally(() => claim.release())
    try {
      await ensureDatabase(server, EMBEDDED_DATABASE)
      const urls = await prepareLogins(server, EMBEDDED_DATABASE, secrets.logins)
      return { urls, secrets, product: 'stopped', close }
    } catch (error) {
      await close()
      throw error
    }
  } catch (error) {
    await claim.release()
    throw error
  }
}

async function waitForServer(dataDir: string): Promise<RunningPostgres | undefined> {
  for (let waited = 0; waited < SERVER_MS_MAX && isClaimed(dataDir); waited += LOOK_EVERY_MS) {
    const running = findRunningPostgres(dataDir)
    if (running !== undefined) return running
    await pause(LOOK_EVERY_MS)
  }
  return undefined
}
