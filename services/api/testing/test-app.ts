import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { PRODUCT } from '@app/contracts/product.ts'
import type { PublicPageRenderer } from '@app/contracts/public-page.ts'
import type { SecurityLog } from '@app/contracts/security-events.ts'
import { newId } from '@app/event-store/ids.ts'
import { createLog } from '@app/observability/log.ts'
import { createMetrics } from '@app/observability/metrics.ts'
import { createImages } from '@app/images/images.ts'
import type { ExternalLogin } from '@app/identity/external-login.ts'
import type { Passwords } from '@app/identity/passwords.ts'
import { withChanges, type RateLimitChanges } from '@app/settings/rate-limits-setting.ts'
import { createReports } from '@app/report/reports.ts'
import type { ProjectionProgress } from '@app/projections/runtime/progress.ts'
import type { Credentials } from '@app/vault/logins/credentials.ts'
import { findJpeg } from '@app/vault/pictures/stored-images.ts'
import { createSessionsToFetch } from '@app/vault/logins/sessions-to-fetch.ts'
import { createVisitorKeys } from '@app/vault/keys/visitor-keys.ts'
import { derivedIdKeys } from '@app/vault/keys/id-keys.ts'
import { createKeptAnswerSeals } from '@app/vault/seals/stored-answer-seals.ts'
import { createKeptAnswerRows } from '@app/vault/seals/stored-answers.ts'
import { createRateCounters } from '@app/vault/logins/rate-counters.ts'
import { createApp } from '../app.ts'
import { createAddressOf } from '../http/client-address.ts'
import { createExternalAttempts } from '../accounts/external-attempts.ts'
import { createExternalBrowser } from '../accounts/external-browser.ts'
import { createHashingTurns } from '../http/authentication/hashing-limiter.ts'
import { createKeptAnswers } from '../http/idempotency/idempotency-store.ts'
import type { ProfileLookup } from '../profiles/profile-lookup.ts'
import type { OpenSessions } from '@app/vault/logins/open-sessions.ts'
import { createMonitorCheck } from '../mail-page/own-machine.ts'
import { createRateLimiter } from '../http/limits/rate-limiter.ts'
import { createUsualAddresses } from '../http/limits/usual-addresses.ts'
import { createReadYourWrites } from '../http/read-your-writes.ts'
import type { Recorder } from '../public-page/recorder.ts'
import type { LiveHub } from '../live/live-hub.ts'
import { UPLOAD_PACE, type UploadPace } from '../profiles/upload-pace.ts'
import type { Viewers } from '../http/authentication/authenticator.ts'
import { SECRETS, type TestBackend, type TestClock } from './test-backend.ts'

export const PUBLIC_URL = 'https://tarjeta.example'
const DIST = join(import.meta.dirname, '../../../dist')

export interface TestAppParts {
  readonly backend: TestBackend
  readonly clock: TestClock
  readonly passwords: Passwords
  readonly progress: ProjectionProgress
  readonly viewers: Viewers
  readonly openSessions: OpenSessions
  readonly live: LiveHub
  readonly profiles: ProfileLookup
  readonly recorder: Recorder
  readonly credentials: Credentials
  readonly accountIdOf: (email: string) => string
  readonly externalLogin: ExternalLogin | undefined
  readonly rateLimits: RateLimitChanges
  readonly trustProxy: readonly string[]
  readonly hashesWaitingMax: number | undefined
  readonly uploadPace: UploadPace | undefined
  readonly monitorToken: string | undefined
  readonly securityLog: SecurityLog
  readonly requestResetMail: (accountId: string) => Promise<void>
}

/** The api, put together as standalone/start.ts does it. */
export async function createTestApp({
  backend,
  clock: { now, monotonicMs },
  progress,
  ...given
}: TestAppParts) {
  const { app, reader, store } = backend
  const { rateLimits, trustProxy, hashesWaitingMax, uploadPace, monitorToken, ...parts } = given
  const visitorKeys = { db: app, secret: SECRETS.visitor, random: randomBytes }
  const { keyOfToday } = createVisitorKeys({ ...visitorKeys, now, monotonicMs })
  const counters = createRateCounters(app, now)
  const usualAddresses = createUsualAddresses({ counters, keys: backend.keys, now })
  return createApp({
    ...parts,
    reports: createReports(),
    store,
    logAdapter: 'postgres',
    keys: backend.keys,
    seals: backend.seals,
    names: backend.names,
    db: reader,
    now,
    monotonicMs,
    newId,
    log: createLog('silent'),
    registry: createMetrics().registry,
    readiness: async () => {
      const head = await store.headPosition()
      const states = progress.status().map(({ projection, state }) => ({ projection, state }))
      const ready = states.every(({ state }) => state === 'live' || state === 'catching-up')
      return { ready, parts: { projections: states, head: String(head) } }
    },
    sessionsToFetch: createSessionsToFetch({ db: app, random: randomBytes, now }),
    externalBrowser: createExternalBrowser({ publicUrl: PUBLIC_URL, random: randomBytes }),
    externalAttempts: createExternalAttempts({
      secret: SECRETS.jwt,
      publicUrl: PUBLIC_URL,
      random: randomBytes,
      now,
    }),
    limiter: createRateLimiter(withChanges(rateLimits), {
      counters,
      keyOfToday,
      usualAddresses,
      now,
      monotonicMs,
    }),
    usualAddresses,
    keptAnswers: createKeptAnswers({
      rows: createKeptAnswerRows(app),
      seals: createKeptAnswerSeals({
        idKeys: derivedIdKeys(SECRETS.master),
        keys: backend.keys,
        random: randomBytes,
      }),
      now,
      newId,
      onTrouble: () => undefined,
    }),
    hashing: createHashingTurns(hashesWaitingMax),
    writes: createReadYourWrites(progress),
    addressOf: createAddressOf(trustProxy),
    mailPage: undefined,
    mayMonitor: createMonitorCheck(monitorToken),
    hasSpace: () => true,
    images: createImages(),
    uploadPace: uploadPace ?? UPLOAD_PACE,
    storedImages: backend.storedImages,
    random: randomBytes,
    pause: sleep,
    keyOfToday,
    photoOf: findJpeg(backend.storedImages),
    publicUrl: PUBLIC_URL,
    securityContact: `mailto:${PRODUCT.supportEmail}`,
    ownHost: new URL(PUBLIC_URL).host,
    renderer: await loadRenderer(),
    webRoot: join(DIST, 'web'),
  })
}

const notBuilt = (): never => {
  throw new Error('dist/server has no public page: run npm run build')
}

/** The real one, where it is built, as `npm test` does before all; else pages fail loudly, and the rest is tested. */
async function loadRenderer(): Promise<PublicPageRenderer> {
  const bundle = join(DIST, 'server', 'public-page.js')
  if (!existsSync(bundle)) return { profile: notBuilt, notFound: notBuilt }
  const built = (await import(pathToFileURL(bundle).href)) as { default(): PublicPageRenderer }
  return built.default()
}
