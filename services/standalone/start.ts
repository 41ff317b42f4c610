import { randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createApp } from '@app/api/app.ts'
import { createAddressOf } from '@app/api/http/client-address.ts'
import { createHashingTurns } from '@app/api/http/authentication/hashing-limiter.ts'
import { createMonitorCheck } from '@app/api/mail-page/own-machine.ts'
import { createReadYourWrites } from '@app/api/http/read-your-writes.ts'
import { createRecorder, type Recorder } from '@app/api/public-page/recorder.ts'
import type { LiveHub } from '@app/api/live/live-hub.ts'
import type { Viewers } from '@app/api/http/authentication/authenticator.ts'
import type { PublicPageRenderer } from '@app/contracts/public-page.ts'
import type { SecurityLog } from '@app/contracts/security-events.ts'
import { createMetrics, type Metrics } from '@app/observability/metrics.ts'
import { newPassword } from '@app/identity/new-password.ts'
import { createPasswords, type Passwords } from '@app/identity/passwords.ts'
import { createSecurityLog } from '@app/observability/security-log.ts'
import { createErasureLedger } from '@app/vault/erasure-ledger.ts'
import { erasureLedgerPath } from '@app/settings/secrets.ts'
import { applyErasures } from '@app/processes/erasures/apply-erasures.ts'
import { finishShredding } from '@app/processes/erasures/shred.ts'
import { profilesMadeFor } from '@app/projections/profiles/owners.ts'
import { createReports } from '@app/report/reports.ts'
import type { ProjectionProgress } from '@app/projections/runtime/progress.ts'
import { createAppliedPasswords } from '@app/vault/logins/applied-passwords.ts'
import { createCredentials } from '@app/vault/logins/credentials.ts'
import { findJpeg } from '@app/vault/pictures/stored-images.ts'
import { createAccountIds } from '@app/vault/keys/keyed-ids.ts'
import type { OpenSessions } from '@app/vault/logins/open-sessions.ts'
import { createVisitorKeys, type VisitorKeys } from '@app/vault/keys/visitor-keys.ts'
import { ensureAdministrator, ensureDemoProfile, type Administrator } from './bootstrap.ts'
import { openDemoTraffic } from './demo-traffic.ts'
import { followLog, followProgress } from './follow-log.ts'
import { openEpochs } from './open-epochs.ts'
import { openLimits } from './open-limits.ts'
import { openExternalLogin } from './external-login.ts'
import { openImages } from './open-images.ts'
import { openLive } from './open-live.ts'
import { openProfiles } from './open-profiles.ts'
import { createOneAtATime } from './one-at-a-time.ts'
import { openSessionsOf } from './open-sessions.ts'
import { openMailer } from './open-mailer.ts'
import type { ProductDeps } from './product-deps.ts'
import { react } from './react.ts'
import { readinessOf } from './readiness.ts'
import { waitForReadModels } from './wait-for-read-models.ts'

const STARTING = { kind: 'system', id: 'start' } as const
const REQUESTS_MS_MAX = 4_000
const PENDING_MS_MAX = 2_000
const FORGET_EVERY_MS = 3_600_000

/** Api, projections and web client over one database, in this process. */
export async function startProduct(deps: ProductDeps): Promise<Administrator> {
  const { settings, backend, server, say } = deps
  const metrics = createMetrics(deps.embedded)
  const passwords = createPasswords()
  deps.onStop(passwords.stop)
  const accountIdOf = createAccountIds(backend.idKeys)
  const credentials = createCredentials(backend.app, backend.now)
  const password = (): string => newPassword((n) => randomInt(n))
  const { firstPassword } = deps
  const appliedPasswords = createAppliedPasswords(backend.app, backend.now)
  const securityLog = createSecurityLog(deps.log, backend.now)
  const passwordsOf = { credentials, passwords, appliedPasswords, newPassword: password, firstPassword }
  const oneAtATime = createOneAtATime(backend.app, 'administrator')
  const bootstrap = { ...backend, ...passwordsOf, accountIdOf, oneAtATime, securityLog }
  const administrator = await ensureAdministrator(bootstrap, {
    email: settings.adminEmail,
    password: settings.adminPassword,
  })
  await ensureDemoProfile(bootstrap, administrator.id)
  const startDemoTraffic = await openDemoTraffic(deps)
  // Of an erasure that a crash cut short.
  await finishShredding(backend, STARTING)
  await forgetAgain(deps)
  const sessions = openSessionsOf(deps)
  const progress = followProgress(deps)
  const live = openLive(deps, progress, sessions)
  followLog(deps, metrics)
  react(deps)
  openEpochs(deps)
  const app = await assemble(deps, {
    metrics,
    ...sessions,
    live,
    passwords,
    progress,
    credentials,
    accountIdOf,
    securityLog,
  })
  say('Poniendo al día las vistas…')
  await waitForReadModels({ ...deps, store: backend.store }, progress)
  server.serve(app)
  deps.onStop(() => server.stop(REQUESTS_MS_MAX))
  // Streams never end by themselves: the server would wait for each of them.
  deps.onStop(live.stop)
  startDemoTraffic()
  return administrator
}

/** Whom a restored copy of the database has brought back, before anybody is served. */
async function forgetAgain({ settings, backend, say }: ProductDeps): Promise<void> {
  const { app: db, projector } = backend
  const erasing = {
    ...backend,
    db,
    ledger: createErasureLedger(erasureLedgerPath(settings.dataDir)),
    profilesMadeFor: (ownerId: string) => profilesMadeFor(projector, ownerId),
    pause: (ms: number) => sleep(ms),
  }
  const count = await applyErasures(erasing, STARTING)
  if (count > 0)
    say(`${count} llaves que ya se habían destruido volvieron con un respaldo: se destruyeron otra vez.`)
}

interface Parts {
  readonly metrics: Metrics
  readonly viewers: Viewers
  readonly openSessions: OpenSessions
  readonly live: LiveHub
  readonly passwords: Passwords
  readonly progress: ProjectionProgress
  readonly credentials: ReturnType<typeof createCredentials>
  readonly accountIdOf: (email: string) => string
  readonly securityLog: SecurityLog
}

async function assemble(deps: ProductDeps, parts: Parts) {
  const { settings, backend, log, dist } = deps
  const { metrics, progress } = parts
  const recorder = openRecorder(deps, metrics)
  const { keyOfToday } = visitorKeysOf(deps)
  const reports = createReports()
  deps.onStop(reports.stop)
  return createApp({
    ...backend,
    ...parts,
    reports,
    db: backend.reader,
    recorder,
    log,
    registry: metrics.registry,
    readiness: () => readinessOf(deps, progress, metrics),
    profiles: openProfiles(deps, progress),
    ...openLimits(deps, keyOfToday),
    hashing: createHashingTurns(),
    writes: createReadYourWrites(progress),
    addressOf: createAddressOf(settings.trustProxy),
    requestResetMail: openMailer(deps, metrics),
    mailPage: deps.mailPage,
    mayMonitor: createMonitorCheck(settings.monitorToken),
    ...openExternalLogin(deps),
    ...openImages(deps),
    random: randomBytes,
    pause: sleep,
    keyOfToday,
    photoOf: findJpeg(backend.storedImages),
    publicUrl: settings.publicUrl,
    securityContact: settings.securityContact,
    ownHost: new URL(settings.publicUrl).host,
    renderer: await loadRenderer(dist),
    webRoot: join(dist, 'web'),
  })
}

function visitorKeysOf({ backend, secrets, log, onStop }: ProductDeps): VisitorKeys {
  const { app: db, now, monotonicMs } = backend
  const keys = createVisitorKeys({ db, secret: secrets.visitor, random: randomBytes, now, monotonicMs })
  const timer = setInterval(() => {
    keys
      .forgetOld()
      .catch((error: unknown) => log.warn({ err: error }, 'old visitor salts could not be destroyed'))
  }, FORGET_EVERY_MS)
  onStop(async () => clearInterval(timer))
  return keys
}

function openRecorder({ log, say, onStop }: ProductDeps, metrics: Metrics): Recorder {
  const recorder = createRecorder({
    onPending: (pending) => metrics.pendingFacts.set(pending),
    onDropped: () => metrics.droppedFacts.inc(),
    onLost: (error) => log.warn({ err: error }, 'a pending tap could not be recorded'),
  })
  onStop(async () => {
    const lost = await recorder.stop(PENDING_MS_MAX)
    if (lost > 0) say(`${lost} toques no alcanzaron a guardarse.`)
  })
  return recorder
}

/** The public page is a bundle of its own, made of the web's components. */
async function loadRenderer(dist: string): Promise<PublicPageRenderer> {
  const url = pathToFileURL(join(dist, 'server', 'public-page.js')).href
  const bundle = (await import(url)) as { default(): PublicPageRenderer }
  return bundle.default()
}
