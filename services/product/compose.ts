import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openHttpServer } from '../platform/http/http-server.ts'
import type { PublicPageRenderer } from '@app/contracts/public-page.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { createFirstPassword } from '../accounts/identity/first-password.ts'
import { createPasswords } from '../accounts/identity/passwords.ts'
import { keptMailFolder, removeMailsBefore, removeMailsTo } from '../platform/mail/mail-folder.ts'
import { createMailer, type Mailer } from '../platform/mail/mailer.ts'
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
import { createErasureLedger } from '../privacy/ledger.ts'
import { createWrappingFiles } from '../kernel/keys/wrapping-keys.ts'
import { externalLoginOf } from './local-provider.ts'
import { openEmbeddedDatabase, type EmbeddedDatabase } from './embedded-postgres/embedded-database.ts'
import { shownMailPage } from './closing-box.ts'

/** The process around the product. */
export interface Host {
  /** Folder of the built program: the web client and the public page's bundle. */
  readonly dist: string
  readonly say: (line: string) => void
  /** Aborted when the start is no longer wanted. */
  readonly signal: AbortSignal
  /** Closed in the opposite order of opening, also after a failed start. */
  readonly onStop: (close: () => Promise<void>) => void
  /** Closes what work may wait for, when a stop takes too long. */
  readonly onLateStop: (close: () => Promise<void>) => void
}

export type Composed = Awaited<ReturnType<typeof compose>>

/** The one object of the product's parts. @throws StartError saying in one line what to do */
export async function compose(wanted: Settings, host: Host) {
  const { dist, say, onStop } = host
  const assertNotEnding = (): void => {
    if (host.signal.aborted) throw new StartError('El inicio se interrumpió.')
  }
  const folder = await claimDataFolder(wanted.dataDir)
  onStop(() => folder.release())
  const secrets = await loadSecrets(wanted)
  const server = await openHttpServer(wanted)
  onStop(() => server.stop(0))
  assertNotEnding()
  const settings = listeningOn(wanted, server.port)
  const log = createLog(settings.logLevel)
  const embedded = settings.database ? undefined : await openEmbedded(settings, secrets, { ...host, log })
  assertNotEnding()
  say('Preparando la base de datos…')
  const backend = await openDatabase(settings, embedded, host)
  assertNotEnding()
  const passwords = createPasswords({
    onDeath: (error) => log.warn({ err: error }, 'the worker that hashes passwords died'),
  })
  onStop(passwords.stop)
  const parts = { ...host, settings, secrets, log }
  return {
    ...contextOf({
      ...parts,
      ...backend,
      ...besideDatabase(settings),
      embedded,
      passwords,
      kafka: await kafkaFor(settings, parts),
      mailer: openMailTransport(settings, host),
      headFile: headFileOn(logHeadFile(settings.secretsDir)),
      mailPage: shownMailPage(settings),
      externalLogin: externalLoginOf(parts),
      renderer: await loadRenderer(dist),
      webRoot: join(dist, 'web'),
      metrics: createMetrics(embedded),
      securityLog: createSecurityLog(log, backend.now),
    }),
    settings,
    server,
    dist,
    signal: host.signal,
    firstPassword: createFirstPassword(settings.dataDir),
    assertNotEnding,
  }
}

async function openEmbedded(
  { dataDir }: Settings,
  secrets: Secrets,
  host: Pick<Host, 'say' | 'signal' | 'onStop'> & { readonly log: ReturnType<typeof createLog> },
): Promise<EmbeddedDatabase> {
  host.say('Iniciando PostgreSQL…')
  const starting = openEmbeddedDatabase({ ...host, dataDir, secrets })
  // Before it has started: on a slow machine a server that is just being started would outlive the process.
  host.onStop(() =>
    starting.then(
      (embedded) => embedded.stop(),
      () => undefined,
    ),
  )
  return starting
}

async function openDatabase(
  settings: Settings,
  embedded: EmbeddedDatabase | undefined,
  { say, signal, onStop, onLateStop }: Host,
): Promise<Backend> {
  const waiting = { say, signal }
  if (settings.eventStore.kind === 'eventstoredb')
    say(`Conectando con EventStoreDB (${eventStoreHostsOf(settings.eventStore.url)})…`)
  const options = {
    urls: embedded?.urls ?? settings.database!,
    wrappingFiles: createWrappingFiles(settings.secretsDir, randomBytes),
    log: settings.eventStore,
    limits: SERVING,
    hasSpace: embedded && (() => !embedded.space.isLow),
  }
  const backend = await untilAnswered(() => openBackend(options), waiting)
  onStop(backend.close)
  onLateStop(backend.close)
  return backend
}

async function kafkaFor(
  { kafka, serves, eventFeed }: Settings,
  parts: Parameters<typeof openKafka>[1],
): Promise<Awaited<ReturnType<typeof openKafka>> | undefined> {
  const isUsed = serves.includes('relay') || (serves.includes('projections') && eventFeed === 'kafka')
  return kafka !== undefined && isUsed ? openKafka(kafka, parts) : undefined
}

type Beside = 'ledger' | 'removeMailsTo' | 'removeMailsBefore'

const besideDatabase = (settings: Settings): Pick<Parts, Beside> => ({
  ledger: createErasureLedger(erasureLedgerPath(settings.secretsDir)),
  removeMailsTo: (...wanted) => removeMailsTo(keptMailFolder(settings), ...wanted),
  removeMailsBefore: (before) => removeMailsBefore(keptMailFolder(settings), before),
})

const NO_MAIL_SERVER =
  'Sin SMTP_URL no sale ningún correo: los recordatorios y los enlaces de contraseña se quedan en DATA_DIR/mail.'

/** Sends by the server in the settings; without one, stores mails in the data folder. */
function openMailTransport(settings: Settings, { say, onStop }: Host): Mailer {
  const { smtpUrl, mailFrom: from } = settings
  if (settings.production && smtpUrl === undefined) say(NO_MAIL_SERVER)
  const mailer = createMailer({ smtpUrl, folder: keptMailFolder(settings), from })
  onStop(async () => mailer.close())
  return mailer
}

/** The public page has its own bundle of the web's components. */
async function loadRenderer(dist: string): Promise<PublicPageRenderer> {
  const url = pathToFileURL(join(dist, 'server', 'public-page.js')).href
  const bundle = (await import(url)) as { default(): PublicPageRenderer }
  return bundle.default()
}
