import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isStoreError } from '@app/contracts/event-store.ts'
import { unreadableAdvice } from '@app/event-store/store-faults.ts'
import type { HttpServer } from '@app/api/http/http-server.ts'
import type { ImageKind } from '@app/contracts/events/profile-events.ts'
import type { PublicPageRenderer } from '@app/contracts/public-page.ts'
import type { FirstPassword } from '@app/identity/first-password.ts'
import { createPasswords } from '@app/identity/passwords.ts'
import { keptMailFolder, removeMailsBefore, removeMailsTo } from '@app/mail/mail-folder.ts'
import { createMailer, type Mailer } from '@app/mail/mailer.ts'
import { createMetrics } from '@app/observability/metrics.ts'
import { untilAnswered } from '@app/postgres/until-answered.ts'
import { createSecurityLog } from '@app/observability/security-log.ts'
import { applyErasures } from '@app/processes/erasures/apply-erasures.ts'
import { applyBlocks } from '@app/processes/rights/block-subject.ts'
import { finishShredding } from '@app/processes/erasures/shred.ts'
import type { Administrator } from '@app/runtime/first-start/bootstrap.ts'
import { ensureDemoPictures } from '@app/runtime/first-start/demo-pictures.ts'
import { readDemoPicture } from '@app/runtime/first-start/rendered-pictures.ts'
import { createProduct } from '@app/runtime/create-product.ts'
import { ensureFirstContent } from '@app/runtime/first-start/first-content.ts'
import { blockDepsOf, erasingDepsOf, type BesideDatabase } from '@app/runtime/backend/erasing-deps.ts'
import { missingParts } from '@app/runtime/backend/held-parts.ts'
import { openKafka } from '@app/runtime/open-kafka.ts'
import type { ProductDeps } from '@app/runtime/product-deps.ts'
import { waitForReadModels } from '@app/runtime/wait-for-read-models.ts'
import { headFileOn } from '@app/record/head.ts'
import { blockLedgerPath, erasureLedgerPath, logHeadFile, type Secrets } from '@app/settings/secrets.ts'
import type { Settings } from '@app/settings/settings.ts'
import { createBlockLedger, createErasureLedger } from '@app/vault/ledger.ts'
import { createPictureRefs } from '@app/vault/keys/keyed-ids.ts'
import { beginDemoTraffic, startDemoTraffic } from './demo-traffic.ts'
import { externalLoginOf } from './choose-external-login.ts'

/** Complete once the database is open and the port is taken. */
export interface StartDeps extends Pick<
  ProductDeps,
  'backend' | 'embedded' | 'mailPage' | 'log' | 'say' | 'onStop'
> {
  readonly settings: Settings
  readonly secrets: Secrets
  readonly server: HttpServer
  readonly firstPassword: FirstPassword
  /** Folder of the built program: the web client and the public page's bundle. */
  readonly dist: string
  /** Aborted when the start is no longer wanted. */
  readonly signal: AbortSignal
}

const STARTING = { kind: 'system', id: 'start' } as const
const REQUESTS_MS_MAX = 4_000

/** What `SERVE` names, in this process. @returns undefined without the api, which alone has duties at a start */
export async function startProduct(deps: StartDeps): Promise<Administrator | undefined> {
  const { settings, backend, log, server, say, onStop } = deps
  const passwords = createPasswords({
    onDeath: (error) => log.warn({ err: error }, 'the worker that hashes passwords died'),
  })
  onStop(passwords.stop)
  const securityLog = createSecurityLog(log, backend.now)
  const beside = besideDatabase(settings)
  const administrator = settings.serves.includes('api')
    ? await untilAnswered(() => doDuties(deps, beside, { passwords, securityLog }), deps)
    : undefined
  const product = createProduct({
    backend,
    secrets: deps.secrets,
    settings,
    embedded: deps.embedded,
    kafka: await kafkaFor(deps),
    passwords,
    mailer: openMailTransport(deps),
    besideDatabase: beside,
    headFile: headFileOn(logHeadFile(settings.secretsDir)),
    mailPage: deps.mailPage,
    externalLogin: externalLoginOf(deps),
    renderer: await loadRenderer(deps.dist),
    webRoot: join(deps.dist, 'web'),
    metrics: createMetrics(deps.embedded),
    log,
    securityLog,
    say,
    onStop,
  })
  await untilAnswered(() => nameMissingParts(deps), deps)
  say('Poniendo al día las vistas…')
  await waitForReadModels({ store: backend.sealed, say, signal: deps.signal }, product)
  server.serve(product.answer)
  onStop(() => server.stop(REQUESTS_MS_MAX))
  // Streams never end by themselves, and the server would wait for each.
  onStop(product.live.stop)
  if (administrator !== undefined && settings.demo)
    onStop(startDemoTraffic({ store: backend.store, say, log }).stop)
  return administrator
}

async function nameMissingParts({ settings, backend, say }: StartDeps): Promise<void> {
  const missing = await missingParts(backend.reader)
  const others = missing.filter((part) => !settings.serves.includes(part))
  if (others.length > 0) say(`Ningún otro proceso hace todavía: ${others.join(', ')}.`)
}

/** Whatever several processes do of it at once, they do once. */
async function doDuties(
  deps: StartDeps,
  beside: BesideDatabase,
  login: Pick<ProductDeps, 'passwords' | 'securityLog'>,
): Promise<Administrator | undefined> {
  const { settings, backend, firstPassword } = deps
  const administrator = await ensureFirstContent(
    { ...login, backend, firstPassword },
    { email: settings.adminEmail, password: settings.adminPassword },
  ).catch((error: unknown) => {
    if (!isStoreError(error, 'Corrupt')) throw error
    deps.say(unreadableAdvice(error))
    return undefined
  })
  if (settings.demo) await beginDemoTraffic(backend.store)
  await setDemoPictures(deps)
  await finishErasures(deps, beside)
  await repeatBlocks(deps, beside)
  return administrator
}

async function kafkaFor(deps: StartDeps): Promise<ProductDeps['kafka']> {
  const { kafka, serves, eventFeed } = deps.settings
  const isUsed = serves.includes('relay') || (serves.includes('projections') && eventFeed === 'kafka')
  if (kafka === undefined || !isUsed) return undefined
  return openKafka(kafka, deps)
}

const besideDatabase = (settings: Settings): BesideDatabase => ({
  ledger: createErasureLedger(erasureLedgerPath(settings.secretsDir)),
  blockLedger: createBlockLedger(blockLedgerPath(settings.secretsDir)),
  removeMailsTo: (...asked) => removeMailsTo(keptMailFolder(settings), ...asked),
  removeMailsBefore: (before) => removeMailsBefore(keptMailFolder(settings), before),
})

/** The next start continues after a failure of this one. */
async function setDemoPictures({ backend, dist, log }: StartDeps): Promise<void> {
  const { store, storedImages, idKeys, now, newId } = backend
  const refOf = createPictureRefs(idKeys)
  const pictureOf = async (kind: ImageKind) => {
    const image = await readDemoPicture(join(dist, 'demo-pictures'), kind)
    return { ...image, ref: refOf(image.ref) }
  }
  await ensureDemoPictures({ store, storedImages, now, newId, pictureOf }).catch((error: unknown) =>
    log.warn({ err: error }, 'pictures of the demo profile could not be set'),
  )
}

/** Runs before any call: completes interrupted erasures, and erases again what a restored backup brought back. */
async function finishErasures({ backend, say }: StartDeps, beside: BesideDatabase): Promise<void> {
  const erasing = erasingDepsOf(backend, beside)
  await finishShredding(erasing, STARTING)
  const count = await applyErasures(erasing, STARTING)
  if (count > 0)
    say(`${count} llaves que ya se habían destruido volvieron con un respaldo: se destruyeron otra vez.`)
}

async function repeatBlocks({ backend, say }: StartDeps, beside: BesideDatabase): Promise<void> {
  const count = await applyBlocks(blockDepsOf(backend, beside), STARTING)
  if (count > 0) say(`${count} bloqueos que un respaldo había deshecho valen otra vez como se decidieron.`)
}

const NO_MAIL_SERVER =
  'Sin SMTP_URL no sale ningún correo: los recordatorios y los enlaces de contraseña se quedan en DATA_DIR/mail.'

/** Sends by the server in the settings; without one, stores mails in the data folder. */
function openMailTransport({
  settings,
  say,
  onStop,
}: Pick<StartDeps, 'settings' | 'say' | 'onStop'>): Mailer {
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
