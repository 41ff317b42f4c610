import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { vi } from 'vitest'
import type { EventStore } from '@app/contracts/event-store.ts'
import { createFoldedStates } from '@app/event-store/states/folded-states.ts'
import { withFoldedStates } from '@app/event-store/states/folded-store.ts'
import { openPostgresEventStore } from '@app/event-store/postgres/postgres-store.ts'
import { openTcpProxy, type TcpProxy } from '@app/event-store/testing/tcp-proxy.ts'
import { newId } from '@app/event-store/ids.ts'
import { connectionConfig, createPool } from '@app/postgres/pool.ts'
import { createStoredImages } from '@app/vault/pictures/stored-images.ts'
import { createRowSeals } from '@app/vault/seals/row-seals.ts'
import { createSealedStore } from '@app/vault/seals/sealed-store.ts'
import { createSealedSnapshots } from '@app/vault/seals/state-snapshots.ts'
import { createSubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { MASTER_KEY, NAMES } from '@app/vault/testing/names.ts'
import { wrappedByMaster } from '@app/vault/keys/wrapping-keys.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'

/** Fixed: what is hashed and signed under them is alike in every run. */
export const SECRETS = {
  jwt: Buffer.alloc(32, 'jwt secret of the tests'),
  master: MASTER_KEY,
  visitor: Buffer.alloc(32, 'visitor key of the tests'),
} as const

/** Noon of a Wednesday in Santiago. */
export const FIRST_MOMENT = '2026-11-18T15:00:00.000Z'

/** The one clock of a test: it stands still until it is moved. */
export interface TestClock {
  readonly now: () => Date
  /** As long as the test says that it took: setting the clock back, or a jump, takes no time. */
  readonly monotonicMs: () => number
  set(instant: string): void
  advance(ms: number): void
  /** Somebody sets the clock to another time. */
  jump(ms: number): void
}

export function createTestClock(instant = FIRST_MOMENT): TestClock {
  let ms = Date.parse(instant)
  let passedMs = 0
  return {
    now: () => new Date(ms),
    monotonicMs: () => passedMs,
    set: (next) => {
      passedMs += Math.max(0, Date.parse(next) - ms)
      ms = Date.parse(next)
    },
    advance: (by) => {
      ms += by
      passedMs += by
    },
    jump: (by) => {
      ms += by
    },
  }
}

/** What of the API reaches Postgres through the proxy: its event log, or all of it. */
export type Proxied = 'nothing' | 'log' | 'everything'

const HALF = 0.5
const READS_END_MS_MAX = 10_000

/** Who waits too long for the log is answered with what was known: such a read ends behind the answer. */
function countReads(log: EventStore) {
  let [eventsRead, underWay] = [0, 0]
  const counted: EventStore = {
    ...log,
    readStream: async (...asked) => {
      underWay += 1
      try {
        const page = await log.readStream(...asked)
        eventsRead += page.length
        return page
      } finally {
        underWay -= 1
      }
    },
  }
  return {
    counted,
    /** Events that the API was given of single streams, once no such read is under way. */
    eventsRead: async () => {
      await vi.waitUntil(() => underWay === 0, { timeout: READS_END_MS_MAX, interval: 5 })
      return eventsRead
    },
  }
}

/** A fresh database as the API opens it, and a second way into it for the test itself, which no proxy breaks. */
export async function openTestBackend(clock: TestClock, proxied: Proxied, givenUrl?: string) {
  const url = givenUrl ?? (await createTestDatabase()).url
  const { hostname, port } = new URL(url)
  const proxy: TcpProxy = await openTcpProxy({ host: hostname, port: Number(port) })
  const throughProxy = new URL(url)
  throughProxy.port = String(proxy.port)
  const logUrl = proxied === 'nothing' ? url : throughProxy.href
  const restUrl = proxied === 'everything' ? throughProxy.href : url

  const pool = (
    from: string,
    role: 'svc_app' | 'svc_projector' | 'svc_reader',
    applicationName: string,
    max: number,
    statementTimeoutMs: number,
  ): pg.Pool => createPool(from, { role, applicationName, max, statementTimeoutMs })
  const app = pool(restUrl, 'svc_app', 'api', 4, 1_500)
  const projector = pool(restUrl, 'svc_projector', 'projector', 7, 60_000)
  const reader = pool(restUrl, 'svc_reader', 'reader', 7, 1_500)
  // May do everything: a test looks into each part, and holds it.
  const own = new pg.Pool({ connectionString: url, application_name: 'test', max: 4 })
  const { now } = clock

  const openLog = (from: string) =>
    openPostgresEventStore({
      connection: connectionConfig(from, {
        role: 'svc_app',
        applicationName: 'event-log',
        statementTimeoutMs: 10_000,
      }),
      now,
      newId,
      random: () => HALF,
    })
  const wrapping = wrappedByMaster(SECRETS.master)
  const keysIn = (db: pg.Pool) => createSubjectKeys({ db, wrapping, random: randomBytes, now })
  const [log, bare] = await Promise.all([openLog(logUrl), openLog(url)])
  const { counted: sealed, eventsRead } = countReads(log)
  const [keys, ownKeys] = [keysIn(app), keysIn(own)]

  const snapshots = createSealedSnapshots({ db: app, keys, storeId: sealed.storeId, random: randomBytes })
  const store = await withFoldedStates(createSealedStore(sealed, { keys, random: randomBytes }), {
    folded: createFoldedStates({ snapshots, onTrouble: () => undefined }),
    losses: keys.losses,
  })

  return {
    proxy,
    app,
    projector,
    reader,
    sealed,
    keys,
    seals: createRowSeals(keys, NAMES),
    names: NAMES,
    storedImages: createStoredImages({ db: app, wrapping, random: randomBytes, now }),
    store,
    eventsRead,
    /** The test's own: never behind the proxy. */
    own: {
      db: own,
      bare,
      keys: ownKeys,
      seals: createRowSeals(ownKeys, NAMES),
      store: createSealedStore(bare, { keys: ownKeys, random: randomBytes }),
      storedImages: createStoredImages({ db: own, wrapping, random: randomBytes, now }),
    },
    close: async () => {
      await Promise.all([store.dispose(), bare.dispose()])
      await Promise.all([app, projector, reader, own].map((one) => one.end()))
      await proxy.close()
    },
  }
}
export type TestBackend = Awaited<ReturnType<typeof openTestBackend>>
