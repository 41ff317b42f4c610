import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PublicPageRenderer } from '@app/contracts/public-page.ts'
import { newId } from '@app/outside/ids.ts'
import { createLog } from '@app/outside/log.ts'
import { createMetrics } from '@app/outside/metrics.ts'
import type { Passwords } from '@app/outside/passwords.ts'
import type { RunningProjections } from '@app/projections/start.ts'
import type { Credentials } from '@app/vault/credentials.ts'
import { findJpeg } from '@app/vault/images.ts'
import { createVisitorKeys } from '@app/vault/visitor-keys.ts'
import { createApp } from '../app.ts'
import { createAddressOf } from '../client-address.ts'
import { createKeptAnswers } from '../kept-answers.ts'
import { createProfileLookup } from '../profile-lookup.ts'
import { createRateLimiter } from '../rate-limiter.ts'
import { createRecentWrites } from '../recent-writes.ts'
import type { Recorder } from '../recorder.ts'
import { createViewers } from '../viewer.ts'
import { SECRETS, type TestBackend, type TestClock } from './test-backend.ts'

export const PUBLIC_URL = 'https://tarjeta.example'
const DIST = join(import.meta.dirname, '../../../dist')

export interface TestAppParts {
  readonly backend: TestBackend
  readonly clock: TestClock
  readonly passwords: Passwords
  readonly projections: RunningProjections
  readonly recorder: Recorder
  readonly credentials: Credentials
  readonly accountIdOf: (email: string) => string
}

/** The api, put together as standalone/start.ts does it. */
export async function createTestApp({ backend, clock: { now }, projections, ...parts }: TestAppParts) {
  const { app, reader, store } = backend
  const { keyOfToday } = createVisitorKeys({ db: app, secret: SECRETS.visitor, random: randomBytes, now })
  return createApp({
    ...parts,
    store,
    logAdapter: 'postgres',
    keys: backend.keys,
    db: reader,
    now,
    newId,
    log: createLog('silent'),
    registry: createMetrics().registry,
    readiness: async () => {
      const head = await store.headPosition()
      const states = projections.status().map(({ projection, state }) => ({ projection, state }))
      const ready = states.every(({ state }) => state === 'live' || state === 'catching-up')
      return { ready, parts: { projections: states, head: String(head) } }
    },
    profiles: createProfileLookup(reader, now),
    limiter: createRateLimiter(),
    keptAnswers: createKeptAnswers({ newId }),
    writes: createRecentWrites(projections.passed),
    addressOf: createAddressOf([]),
    viewers: createViewers({ store, secret: SECRETS.jwt, now }),
    keyOfToday,
    photoOf: findJpeg(app),
    publicUrl: PUBLIC_URL,
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
