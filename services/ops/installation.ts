import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { claimDataFolder, isClaimed } from '../platform/settings/data-folder.ts'
import {
  prepareLogins,
  postgresUrl,
  type DatabaseUrls,
  untilAnswered,
  type Waiting,
} from '../platform/postgres/connection.ts'
import { clusterOf, findRunningPostgres } from '../product/embedded-postgres/pid-file.ts'
import { openEmbeddedDatabase } from '../product/embedded-postgres/embedded-database.ts'
import { EMBEDDED_DATABASE } from '../product/embedded-postgres/postgres-server.ts'
import { createLog } from '../platform/observability/log.ts'
import { loadSecrets, type Secrets } from '../platform/settings/secrets.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { StartError } from '@app/contracts/start-error.ts'

export interface Installation {
  readonly urls: DatabaseUrls
  readonly secrets: Secrets
  close(): Promise<void>
}

const SERVER_MS_MAX = 20_000
const LOOK_EVERY_MS = 100

/** @throws StartError if the product never ran there or the database cannot be opened */
export async function openInstallation(settings: Settings, waiting: Waiting): Promise<Installation> {
  const { dataDir, database } = settings
  // Secrets created here would not be the product's.
  if (!existsSync(database === undefined ? clusterOf(dataDir) : join(settings.secretsDir, 'postgres')))
    throw new StartError(
      `En ${dataDir} nunca se ha iniciado el producto: ejecuta npm start una vez (con los mismos ajustes) y vuelve a intentarlo.`,
    )
  const secrets = await loadSecrets(settings)
  const opened = database === undefined ? await openEmbedded(dataDir, secrets, waiting) : { urls: database }
  return { close: async () => {}, ...opened, secrets }
}

/** Joins the server of a running product, or else starts it. */
async function openEmbedded(
  dataDir: string,
  secrets: Secrets,
  waiting: Waiting,
): Promise<Pick<Installation, 'urls'> & Partial<Installation>> {
  const claim = await claimDataFolder(dataDir).catch(async (error: unknown) => {
    if (!(await isServerThere(dataDir))) throw error
    return undefined
  })
  const { port } = findRunningPostgres(dataDir) ?? {}
  if (claim === undefined) {
    const server = {
      port: port!,
      url: (database: string) => postgresUrl(port!, secrets.postgres, database),
    }
    const logIn = () => prepareLogins(server, EMBEDDED_DATABASE, secrets.logins)
    const urls = await untilAnswered(logIn, waiting).catch((cause: unknown) => {
      throw new StartError(
        'No se puede abrir la base de datos: puede que el producto se esté cerrando. Vuelve a intentarlo.',
        { cause },
      )
    })
    return { urls }
  }
  try {
    const embedded = await openEmbeddedDatabase({ ...waiting, dataDir, secrets, log: createLog('silent') })
    return { urls: embedded.urls, close: () => embedded.stop().finally(() => claim.release()) }
  } catch (error) {
    await claim.release()
    throw error
  }
}

/** A product that has just claimed its folder starts it. */
async function isServerThere(dataDir: string): Promise<boolean> {
  for (let waited = 0; waited < SERVER_MS_MAX && isClaimed(dataDir); waited += LOOK_EVERY_MS) {
    if (findRunningPostgres(dataDir) !== undefined) return true
    await pause(LOOK_EVERY_MS)
  }
  return false
}
