import pg from 'pg'
import type { EventStore } from '@app/contracts/event-store.ts'
import { openEventLog, type EventLogLocation } from '@app/services/kernel/log/postgres/postgres-store.ts'
import { openTcpProxy, type TcpProxy } from '@app/services/kernel/log/testing/tcp-proxy.ts'
import { oneLogin } from '@app/services/platform/postgres/connection.ts'
import { SERVING, type ConnectionLimits } from '@app/services/product/backend/open-backend.ts'
import { backendOn } from '@app/services/product/testing/backend-on.ts'
import { storeIdKeys, WRAPPING_KEY } from '@app/services/kernel/keys/testing/names.ts'
import { wrappingFilesInMemory } from '@app/services/kernel/keys/testing/wrapping-files-in-memory.ts'
import { createLedgerInMemory } from '@app/services/privacy/testing/ledger-in-memory.ts'
import { createTestDatabase, urlThrough } from '../test-database.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PublicPageRenderer } from '@app/contracts/public-page.ts'
import { createLog } from '@app/services/platform/observability/log.ts'
import { createMetrics } from '@app/services/platform/observability/metrics.ts'
import { readSettings, type Settings } from '@app/services/platform/settings/settings.ts'
import { createProduct } from '@app/services/product/create-product.ts'
import type { Parts } from '@app/services/platform/ctx.ts'
import { contextOf } from '@app/services/product/context.ts'
import { headFileOn, type HeadFile } from '@app/services/record/blocks.ts'

/** Fixed: what is hashed and signed under them is alike in every run. */
export const SECRETS = {
  jwt: Buffer.alloc(32, 'jwt secret of the tests'),
  visitor: Buffer.alloc(32, 'visitor key of the tests'),
  seal: Buffer.alloc(32, 'seal key of the tests'),
} as const

/** Noon of a Wednesday in Santiago. */
const FIRST_MOMENT = '2026-11-18T15:00:00.000Z'

export type TestClock = ReturnType<typeof createTestClock>

/** The one clock of a test: it stands still until it is moved. */
export function createTestClock(instant = FIRST_MOMENT) {
  let ms = Date.parse(instant)
  let passedMs = 0
  return {
    now: () => new Date(ms),
    /** Monotonic time as the test moves it: setting the clock back, or a jump, takes no time. */
    monotonicMs: () => passedMs,
    set: (next: string) => {
      passedMs += Math.max(0, Date.parse(next) - ms)
      ms = Date.parse(next)
    },
    advance: (by: number) => {
      ms += by
      passedMs += by
    },
    /** Somebody sets the clock to another time. */
    jump: (by: number) => {
      ms += by
    },
  }
}

/** The part of the API that reaches Postgres through the proxy: its event log, or all of it. */
export type Proxied = 'nothing' | 'log' | 'everything'

const ROLE: ConnectionLimits = { applicationName: 'test', max: 2, statementTimeoutMs: 30_000 }
/** Connections of the test itself: none may be taken for the product's. */
const OF_TEST = { app: ROLE, projector: ROLE, reader: ROLE, heavy: ROLE, jobs: ROLE, log: ROLE }

/** A fresh database as the product opens it, and a second connection for the test itself, which no proxy breaks. */
export async function openTestBackend({ now, monotonicMs }: TestClock, proxied: Proxied, givenUrl?: string) {
  const url = givenUrl ?? (await createTestDatabase()).url
  await storeIdKeys(url)
  const { hostname, port } = new URL(url)
  const proxy: TcpProxy = await openTcpProxy({ host: hostname, port: Number(port) })
  const throughProxy = urlThrough(proxy.port, url)
  const logUrl = proxied === 'nothing' ? url : throughProxy
  const restUrl = proxied === 'everything' ? throughProxy : url

  // Both open what the other has written.
  const wrappingFiles = wrappingFilesInMemory(WRAPPING_KEY)
  const backend = await backendOn(url, {
    wrappingFiles,
    now,
    monotonicMs,
    // A test holds heavy reads for as long as it needs.
    limits: { ...SERVING, heavy: { ...SERVING.heavy, statementTimeoutMs: ROLE.statementTimeoutMs } },
    urls: { ...oneLogin(restUrl), owner: url },
    openEventLog: async (place, deps) => {
      const log = await openEventLog(through(logUrl, place), deps)
      return proxied === 'nothing' ? { ...log, watch: watchBoth(log, () => own.sealed) } : log
    },
  })
  const own = await backendOn(url, { wrappingFiles, now, limits: OF_TEST })
  // May do everything: a test reads each part, and locks it.
  const db = new pg.Pool({ connectionString: url, application_name: 'test', max: 4 })

  const outsideOfIt = {
    ledger: createLedgerInMemory(),
    removeMails: async () => 0,
    removeMailsBefore: async () => 0,
  }
  return {
    ...backend,
    ...outsideOfIt,
    proxy,
    /** Another process of the product over the same database, on the same clock. */
    beside: async () => ({ ...(await backendOn(url, { wrappingFiles, now, monotonicMs })), ...outsideOfIt }),
    /** The test's own: never behind the proxy. */
    own: {
      db,
      bare: own.sealed,
      codec: own.codec,
      keys: own.keys,
      seals: own.seals,
      store: own.store,
      storedImages: own.storedImages,
    },
    close: async () => {
      await Promise.all([backend.close(), own.close()])
      await db.end()
      await proxy.close()
    },
  }
}
export type TestBackend = Awaited<ReturnType<typeof openTestBackend>>

/** An append of the test wakes the product's followers like one of its own: a poll would notice it a second later. */
const watchBoth =
  (log: EventStore, other: () => EventStore): EventStore['watch'] =>
  (onGrown) => {
    const ends = [log.watch(onGrown), other().watch(onGrown)]
    return () => ends.forEach((end) => end())
  }

/** The same log by another address. */
type Location = EventLogLocation
const through = (connectionString: string, location: Location): Location =>
  location.kind === 'postgres'
    ? { ...location, connection: { ...location.connection, connectionString } }
    : location

export const PUBLIC_URL = 'https://tarjeta.example'
const DIST = join(import.meta.dirname, '../../../dist')

type Absent = 'embedded' | 'kafka' | 'mailPage' | 'metrics' | 'renderer' | 'say' | 'secrets' | 'webRoot'
type TestProductParts = Omit<Parts, Absent | 'log' | 'settings'> & {
  readonly log: Parts['log'] | undefined
  readonly settings: Partial<Settings>
}

/** One for this process's products: each `import` of the build reads and transforms all of it again. */
let renderer: Promise<PublicPageRenderer> | undefined

/** The product as standalone starts it, without settings, secrets and words of a real installation. */
export async function createTestProduct({ settings, log, tuning, ...parts }: TestProductParts) {
  const ctx = contextOf({
    ...parts,
    // From its source, where it is not built, a process for a picture starts in twice the time.
    tuning: { ...tuning, imageProgram: builtFile('image-child.mjs') },
    secrets: SECRETS,
    settings: { ...readSettings({}), ...settings, publicUrl: PUBLIC_URL, mailFrom: 'hola@tarjeta.example' },
    embedded: undefined,
    kafka: undefined,
    mailPage: undefined,
    renderer: await (renderer ??= loadRenderer()),
    webRoot: join(DIST, 'web'),
    metrics: createMetrics(),
    log: log ?? createLog('silent'),
    say: () => undefined,
  })
  const { waitFor, statusOfModels, live, recorder } = ctx
  return { answer: createProduct(ctx), waitFor, statusOfModels, live, recorder }
}

const notBuilt = (): never => {
  throw new Error('dist/server has no public page: run npm run build')
}

/** A part of the build, which `npm test` makes first. */
function builtFile(name: string): URL | undefined {
  const path = join(DIST, name)
  return existsSync(path) ? pathToFileURL(path) : undefined
}

/** The real one, if it is built; otherwise pages fail loudly, and the rest is tested. */
async function loadRenderer(): Promise<PublicPageRenderer> {
  const bundle = builtFile('server/public-page.js')
  if (bundle === undefined)
    return {
      profile: notBuilt,
      notFound: notBuilt,
      privacy: notBuilt,
      previewCard: notBuilt,
      reminder: notBuilt,
    }
  const built = (await import(bundle.href)) as { default(): PublicPageRenderer }
  return built.default()
}

export function createHeadInMemory(): HeadFile {
  let kept: string | undefined
  return headFileOn({
    read: async () => kept,
    write: async (text) => void (kept = text),
    setAside: async () => void (kept = undefined),
  })
}
