import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openHttpServer } from '../platform/http/http-server.ts'
import type { PublicPageRenderer } from '@app/contracts/public-page.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { createFirstPassword } from './first-start/bootstrap.ts'
import { createPasswords } from '../accounts/identity/passwords.ts'
import { createMailer, keptMailFolder, removeMails, removeMailsBefore } from '../platform/mail/mail-folder.ts'
import { createLog } from '../platform/observability/log.ts'
import { createMetrics } from '../platform/observability/metrics.ts'
import { createSecurityLog } from '../platform/observability/security-log.ts'
import { untilAnswered } from '../platform/postgres/connection.ts'
import { headFileOn } from '../record/blocks.ts'
import { openBackend, SERVING, type Backend } from './backend/open-backend.ts'
import type { Parts } from '../platform/ctx.ts'
import { contextOf } from './context.ts'
import { openKafka } from './open-kafka.ts'
import { eventStoreHostsOf } from '../platform/settings/setting-forms.ts'
import { claimDataFolder } from '../platform/settings/data-folder.ts'
import { erasureLedgerPath, loadSecrets, logHeadFile, type Secrets } from '../platform/settings/secrets.ts'
import { listeningOn, type Settings } from '../platform/settings/settings.ts'
import { createErasureLedger } from '../privacy/erasures/shred.ts'
import { createWrappingFiles } from '../kernel/keys/wrapping-keys.ts'
import { externalLoginOf } from './local-provider.ts'
import { shownMailPage } from '../platform/mail/mail-page-routes.ts'
import { openEmbeddedDatabase, type EmbeddedDatabase } from './embedded-postgres/embedded-database.ts'

export interface Host {
  readonly dist: string
  readonly say: (line: string) => void
  readonly signal: AbortSignal
  /** Closed in the opposite order of opening, also after a failed start. */
  readonly onStop: (close: () => Promise<void>) => void
  /** Closes what work may wait for, when a stop takes too long. */
  readonly onLateStop: (close: () => Promise<void>) => void
}

export type Composed = Awaited<ReturnType<typeof compose>>

const NO_MAIL_SERVER =
  'Sin SMTP_URL no sale ningún correo: los recordatorios y los enlaces de contraseña se quedan en DATA_DIR/mail.'

/** The one object of the product's parts, each opened after those that it needs. @throws StartError saying in one line what to do */
export async function compose(wanted: Settings, host: Host) {
  const { dist, say, onStop, signal } = host
  const assertNotEnding = (): void => {
    if (signal.aborted) throw new StartError('El inicio se interrumpió.')
  }
  const folder = await claimDataFolder(wanted.dataDir)
  onStop(() => folder.release())
  const secrets = await loadSecrets(wanted)
  const server = await openHttpServer(wanted)
  onStop(() => server.stop(0))
  assertNotEnding()
  const settings = listeningOn(wanted, server.port)
  const { production, smtpUrl, secretsDir, kafka, serves } = settings
  const log = createLog(settings.logLevel)
  const parts = { ...host, settings, secrets, log }
  const embedded = settings.database ? undefined : await openEmbedded(parts)
  assertNotEnding()
  say('Preparando la base de datos…')
  const backend = await openDatabase(settings, embedded, host)
  assertNotEnding()
  const onDeath = (error: unknown): void => log.warn({ err: error }, 'the worker that hashes passwords died')
  const passwords = createPasswords({ onDeath })
  onStop(passwords.stop)
  const mailFolder = keptMailFolder(settings)
  if (production && smtpUrl === undefined) say(NO_MAIL_SERVER)
  const mailer = createMailer({ smtpUrl, folder: mailFolder, from: settings.mailFrom })
  onStop(async () => mailer.close())
  const usesKafka =
    serves.includes('relay') || (serves.includes('projections') && settings.eventFeed === 'kafka')
  const context = contextOf({
    ...parts,
    ...backend,
    embedded,
    passwords,
    mailer,
    kafka: kafka && usesKafka ? await openKafka(kafka, parts) : undefined,
    ledger: createErasureLedger(erasureLedgerPath(secretsDir)),
    removeMails: () => removeMails(mailFolder),
    removeMailsBefore: (before) => removeMailsBefore(mailFolder, before),
    headFile: headFileOn(logHeadFile(secretsDir)),
    mailPage: shownMailPage(settings),
    externalLogin: externalLoginOf(parts),
    renderer: await loadRenderer(dist),
    webRoot: join(dist, 'web'),
    metrics: createMetrics(embedded),
    securityLog: createSecurityLog(log, backend.now),
  })
  const firstPassword = createFirstPassword(settings.dataDir)
  return { ...context, server, dist, signal, firstPassword, assertNotEnding }
}

async function openEmbedded({
  settings: { dataDir },
  ...parts
}: Host & Pick<Parts, 'settings' | 'log'> & { readonly secrets: Secrets }): Promise<EmbeddedDatabase> {
  parts.say('Iniciando PostgreSQL…')
  const starting = openEmbeddedDatabase({ ...parts, dataDir })
  // Before it has started: on a slow machine a server that is just being started would outlive the process.
  parts.onStop(() => starting.then((embedded) => embedded.stop()).catch(() => undefined))
  return starting
}

async function openDatabase(
  { eventStore: log, secretsDir, database }: Settings,
  embedded: EmbeddedDatabase | undefined,
  { say, signal, onStop, onLateStop }: Host,
): Promise<Backend> {
  if (log.kind === 'eventstoredb') say(`Conectando con EventStoreDB (${eventStoreHostsOf(log.url)})…`)
  const options = {
    urls: embedded?.urls ?? database!,
    wrappingFiles: createWrappingFiles(secretsDir, randomBytes),
    log,
    limits: SERVING,
    hasSpace: embedded && (() => !embedded.space.isLow),
  }
  const backend = await untilAnswered(() => openBackend(options), { say, signal })
  onStop(backend.close)
  onLateStop(backend.close)
  return backend
}

async function loadRenderer(dist: string): Promise<PublicPageRenderer> {
  const url = pathToFileURL(join(dist, 'server', 'public-page.js')).href
  const bundle = (await import(url)) as { default(): PublicPageRenderer }
  return bundle.default()
}
