import { randomBytes } from 'node:crypto'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openHttpServer, type HttpServer } from '@app/api/http/http-server.ts'
import type { MailPage } from '@app/api/mail-page/mail-page-routes.ts'
import { claimDataFolder } from '@app/settings/data-folder.ts'
import { causeText } from '@app/observability/error-cause.ts'
import { eventStoreHostsOf } from '@app/settings/event-store-url.ts'
import { createFirstPassword } from '@app/identity/first-password.ts'
import { withTimeout } from '@app/concurrency/with-timeout.ts'
import { createLog, type Log } from '@app/observability/log.ts'
import { DEMO_SLUG } from '@app/contracts/demo-profile.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { loadSecrets, type Secrets } from '@app/settings/secrets.ts'
import { defaultPublicUrl } from '@app/settings/web-addresses.ts'
import { listeningOn, readSettings, type Settings } from '@app/settings/settings.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { drawBox } from '@app/settings/terminal.ts'
import { checkZone } from '@app/settings/zone-check.ts'
import { untilAnswered } from '@app/postgres/until-answered.ts'
import { createWrappingFiles } from '@app/vault/keys/wrapping-files.ts'
import { SERVING } from '@app/runtime/backend/backend-roles.ts'
import { openServingBackend, type ServingBackend } from '@app/runtime/backend/open-serving-backend.ts'
import type { Administrator } from '@app/runtime/first-start/bootstrap.ts'
import { openEmbeddedDatabase, type EmbeddedDatabase } from './embedded-database.ts'
import { mailPageUrl, shownMailPage } from './mail-page.ts'
import { reportStartFault } from './start-fault.ts'
import { startProduct } from './start-product.ts'

const say = (line: string): void => console.log(`· ${line}`)

/** After this time the database is closed even if work waits for it, because it may not answer. */
const CLOSING_MS_MAX = 6_000

/** Closed in the opposite order, also after a failed start. */
const opened: (() => Promise<void>)[] = []
let closeBackend: (() => Promise<void>) | undefined
const ending = new AbortController()
let stopping: Promise<void> | undefined

function stop(): Promise<void> {
  stopping ??= (async () => {
    const late = setTimeout(() => void closeBackend?.().catch(() => undefined), CLOSING_MS_MAX)
    for (const close of opened.reverse()) {
      await close().catch((error: Error) => console.error(`· Al cerrar: ${causeText(error)}`))
    }
    clearTimeout(late)
  })()
  return stopping
}

/** npm forwards a Ctrl-C that the terminal has sent to this process too. */
const SAME_SIGNAL_MS = 1_000
let signalledMs: number | undefined

function onSignal(): void {
  const sinceFirstMs = performance.now() - (signalledMs ??= performance.now())
  if (ending.signal.aborted) {
    // A second signal ends the process without waiting.
    if (sinceFirstMs > SAME_SIGNAL_MS) process.exit(1)
    return
  }
  say('Cerrando…')
  ending.abort()
  // A start may be waiting for the database, e.g. for another process's migration.
  const startEnded = withTimeout(started, CLOSING_MS_MAX, () => undefined)
  void startEnded.then(stop).then(() => process.exit(0))
}

async function openEmbedded(
  { database, dataDir }: Settings,
  secrets: Secrets,
  log: Log,
): Promise<EmbeddedDatabase | undefined> {
  if (database !== undefined) return undefined
  say('Iniciando PostgreSQL…')
  const starting = openEmbeddedDatabase({ dataDir, secrets, say, log, signal: ending.signal })
  // Before it has started: on a slow machine a server that is just being started would outlive the process.
  opened.push(() =>
    starting.then(
      (embedded) => embedded.stop(),
      () => undefined,
    ),
  )
  return starting
}

async function openDatabase(
  settings: Settings,
  secrets: Secrets,
  embedded: EmbeddedDatabase | undefined,
): Promise<ServingBackend> {
  const waiting = { say, signal: ending.signal }
  const options = {
    urls: embedded?.urls ?? settings.database!,
    wrappingFiles: createWrappingFiles(settings.secretsDir, randomBytes),
    log: { setting: settings.eventStore, ...waiting },
    roles: SERVING,
    unusable: (cause: string) => `No se puede preparar la base de datos (${cause}). Revisa DATABASE_URL.`,
    hasSpace: embedded && (() => !embedded.space.isLow),
  }
  const backend = await untilAnswered(() => openServingBackend(options), waiting)
  opened.push((closeBackend = backend.close))
  if (embedded === undefined) await untilAnswered(() => refuseFewConnections(backend), waiting)
  return backend
}

/** Of all its pools together. */
const CONNECTIONS_MAX = 20

/** Before others, or this process, are refused some under load. */
async function refuseFewConnections({ app }: ServingBackend): Promise<void> {
  const { rows } = await app.query<{ free: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
       - count(*)::int as free from pg_stat_activity where backend_type = 'client backend'`,
  )
  const [{ free }] = rows as [{ free: number }]
  if (free < CONNECTIONS_MAX)
    throw new StartError(
      `DATABASE_URL: al servidor le quedan ${free} conexiones y este proceso usa hasta ${CONNECTIONS_MAX}: sube max_connections, o detén otro proceso.`,
    )
}

async function openPort(settings: Settings): Promise<HttpServer> {
  const server = await openHttpServer(settings)
  opened.push(() => server.stop(0))
  return server
}

function shortPath(folder: string): string {
  const path = relative(process.cwd(), folder)
  return path === '' ? '.' : path.startsWith('..') ? folder : path
}

function closingBox(
  settings: Settings,
  administrator: Administrator | undefined,
  mailPage: MailPage | undefined,
): string {
  return drawBox([
    `${PRODUCT.name} · ${PRODUCT.tagline}`,
    '',
    ...(settings.serves.includes('api') ? pageLines(settings, mailPage) : statusLines(settings)),
    `Datos         ${shortPath(settings.dataDir)}`,
    ...(settings.eventStore.kind === 'eventstoredb'
      ? [`Eventos       EventStoreDB (${eventStoreHostsOf(settings.eventStore.url)})`]
      : []),
    ...(administrator?.isNew === true ? loginLines(settings, administrator) : []),
  ])
}

const pageLines = (settings: Settings, mailPage: MailPage | undefined): readonly string[] => [
  `Panel         ${settings.publicUrl}`,
  `Perfil demo   ${settings.publicUrl}/pages/${DEMO_SLUG}`,
  ...(mailPage === undefined ? [] : [`Correos       ${mailPageUrl(settings, mailPage)}`]),
]

/** Of a process that answers nobody else. */
const statusLines = ({ serves, host, port }: Settings): readonly string[] => [
  `Hace          ${serves.join(', ')}`,
  `Estado        ${defaultPublicUrl(host, port)}/readyz`,
]

/** Only on the first start. */
const loginLines = (
  { adminPassword }: Settings,
  { email, generatedPassword }: Administrator,
): readonly string[] => [
  '',
  `Administrador ${email}`,
  `Contraseña    ${generatedPassword ?? (adminPassword === undefined ? 'la que ya tenía' : 'la de ADMIN_PASSWORD')}`,
  ...(generatedPassword === undefined ? [] : ['Guárdala: no se vuelve a mostrar.']),
]

function assertNotEnding(): void {
  if (ending.signal.aborted) throw new StartError('El inicio se interrumpió.')
}

async function main(): Promise<void> {
  checkZone()
  const wanted = readSettings(process.env)
  const folder = await claimDataFolder(wanted.dataDir)
  opened.push(() => folder.release())
  const secrets = await loadSecrets(wanted)
  const server = await openPort(wanted)
  assertNotEnding()
  const settings = listeningOn(wanted, server.port)
  const log = createLog(settings.logLevel)
  const embedded = await openEmbedded(settings, secrets, log)
  assertNotEnding()
  say('Preparando la base de datos…')
  const backend = await openDatabase(settings, secrets, embedded)
  assertNotEnding()
  const mailPage = shownMailPage(settings)
  const firstPassword = createFirstPassword(settings.dataDir)
  const administrator = await startProduct({
    settings,
    secrets,
    backend,
    embedded,
    server,
    firstPassword,
    mailPage,
    say,
    log,
    dist: dirname(fileURLToPath(import.meta.url)),
    signal: ending.signal,
    onStop: (close) => opened.push(close),
  })
  assertNotEnding()
  console.log(`\n${closingBox(settings, administrator, mailPage)}\n`)
  await firstPassword.forget()
  say('Ctrl-C para cerrar.')
}

/** Never rejects: a failed start reports its reason and exits. */
const started: Promise<void> = main().catch(async (error: unknown) => {
  // An interrupted start reports nothing.
  if (ending.signal.aborted) return
  reportStartFault(error)
  await stop()
  process.exit(1)
})
process.on('SIGINT', onSignal)
process.on('SIGTERM', onSignal)
