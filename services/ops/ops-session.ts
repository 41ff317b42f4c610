import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Actor } from '@app/contracts/event-store.ts'
import { normalEmail } from '@app/contracts/fields/email.ts'
import type { SecurityLog } from '@app/contracts/security-events.ts'
import { StartError } from '@app/contracts/start-error.ts'
import type { Settings, EventStoreSetting } from '../platform/settings/settings.ts'
import {
  type DatabaseUrls,
  untilAnswered,
  postgresUrl,
  prepareLogins,
  type Waiting,
} from '../platform/postgres/connection.ts'
import { openBackend, type Backend, type BackendLimits } from '../product/backend/open-backend.ts'
import { createWrappingFiles, type WrappingFiles } from '../kernel/keys/wrapping-keys.ts'
import { createLog } from '../platform/observability/log.ts'
import { createSecurityLog } from '../platform/observability/security-log.ts'
import { claimDataFolder, isClaimed } from '../platform/settings/data-folder.ts'
import { loadSecrets, type Secrets } from '../platform/settings/secrets.ts'
import { openEmbeddedDatabase } from '../product/embedded-postgres/embedded-database.ts'
import { clusterOf, findRunningPostgres } from '../product/embedded-postgres/cluster.ts'
import { EMBEDDED_DATABASE } from '../product/embedded-postgres/postgres-server.ts'

export const STAFF: Actor = { kind: 'system', id: 'ops' }
export const INTERRUPTED = 130

export interface Terminal {
  readonly say: (line: string) => void
  readonly print: (text: string) => void
  readonly signal: AbortSignal
}

/** Comparing all rows of a read model takes minutes. */
const POOL = { applicationName: 'ops', max: 4, statementTimeoutMs: 30 * 60_000 }
const LIMITS: BackendLimits = {
  app: POOL,
  // A comparison of two builds uses five.
  projector: { ...POOL, max: 6 },
  reader: POOL,
  heavy: POOL,
  jobs: POOL,
  log: { applicationName: 'ops-event-log', max: 1, statementTimeoutMs: 10_000 },
}

export const openOpsBackend = (
  urls: DatabaseUrls,
  wrappingFiles: WrappingFiles,
  log: EventStoreSetting,
): Promise<Backend> => openBackend({ urls, log, wrappingFiles, limits: LIMITS })

export async function withBackend<Result>(
  settings: Settings,
  terminal: Terminal,
  work: (backend: Backend, installation: Installation) => Promise<Result>,
): Promise<Result> {
  const files = createWrappingFiles(settings.secretsDir, randomBytes)
  return closedAfter(openInstallation(settings, terminal), (installation) => {
    const open = () => openOpsBackend(installation.urls, files, settings.eventStore)
    return closedAfter(untilAnswered(open, terminal), (backend) => work(backend, installation))
  })
}

async function closedAfter<Opened extends { close(): Promise<void> }, Result>(
  opening: Promise<Opened>,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const opened = await opening
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

export interface Installation {
  readonly urls: DatabaseUrls
  readonly secrets: Secrets
  close(): Promise<void>
}

/** @throws StartError if the product never ran there or the database cannot be opened */
async function openInstallation(settings: Settings, waiting: Waiting): Promise<Installation> {
  const { dataDir, database } = settings
  // Secrets created here would not be the product's.
  if (!existsSync(database === undefined ? clusterOf(dataDir) : join(settings.secretsDir, 'postgres')))
    throw new StartError(
      `En ${dataDir} nunca se ha iniciado el producto: ejecuta npm start una vez (con los mismos ajustes) y vuelve a intentarlo.`,
    )
  const secrets = await loadSecrets(settings)
  if (database !== undefined) return { urls: database, secrets, close: async () => undefined }
  const claim = await claimDataFolder(dataDir).catch(async (error: unknown) => {
    if (!(await isServerThere(dataDir))) throw error
    return undefined
  })
  if (claim === undefined)
    return { urls: await joinServer(dataDir, secrets, waiting), secrets, close: async () => undefined }
  try {
    const embedded = await openEmbeddedDatabase({ ...waiting, dataDir, secrets, log: createLog('silent') })
    return { urls: embedded.urls, secrets, close: () => embedded.stop().finally(() => claim.release()) }
  } catch (error) {
    await claim.release()
    throw error
  }
}

function joinServer(dataDir: string, secrets: Secrets, waiting: Waiting): Promise<DatabaseUrls> {
  const { port = 0 } = findRunningPostgres(dataDir) ?? {}
  const server = { port, url: (database: string) => postgresUrl(port, secrets.postgres, database) }
  const logIn = () => prepareLogins(server, EMBEDDED_DATABASE, secrets.logins)
  return untilAnswered(logIn, waiting).catch((cause: unknown) => {
    throw new StartError(
      'No se puede abrir la base de datos: puede que el producto se esté cerrando. Vuelve a intentarlo.',
      { cause },
    )
  })
}

const SERVER_MS_MAX = 20_000
const POLL_MS = 100

/** A product that has just claimed its folder starts it. */
async function isServerThere(dataDir: string): Promise<boolean> {
  for (let waited = 0; waited < SERVER_MS_MAX && isClaimed(dataDir); waited += POLL_MS) {
    if (findRunningPostgres(dataDir) !== undefined) return true
    await pause(POLL_MS)
  }
  return false
}

/** On stderr, because stdout is the command's output. */
export const securityLogOf = ({ logLevel }: Pick<Settings, 'logLevel'>, now: () => Date): SecurityLog =>
  createSecurityLog(createLog(logLevel, process.stderr), now)

/** Each start of the product grants that account the right again. */
export function warnOfSetting({ adminEmail }: Settings, { print }: Terminal, email: string): void {
  if (normalEmail(email) === normalEmail(adminEmail))
    print(
      'Ojo: ADMIN_EMAIL nombra este correo, así que el próximo inicio (npm start) lo hace administrador otra vez. Cámbialo antes.',
    )
}

export function drawTable(rows: readonly (readonly string[])[], textColumns = 1): string {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => [...(row[column] ?? '')].length)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => aligned(cell, column < textColumns, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((row) => `  ${row}`)
    .join('\n')
}

const aligned = (cell: string, isText: boolean, width: number): string => {
  const space = ' '.repeat(width - [...cell].length)
  return isText ? cell + space : space + cell
}

export const figure = (number: number | bigint): string => number.toLocaleString('es-CL')

export function shownPath(file: string): string {
  const short = relative(process.cwd(), file)
  return short === '' || short.startsWith('..') ? file : short
}
