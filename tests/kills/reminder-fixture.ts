import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { uuid, write, writeAccount, writeProfile } from '../support/api/test-log.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { startTestSmtp } from '@app/services/platform/mail/testing/test-smtp.ts'
import { openOpsBackend } from '@app/services/ops/ops-session.ts'
import { writeSecrets } from '@app/services/ops/testing/command-line.ts'
import { filesOfTests } from '@app/services/ops/testing/installed-product.ts'
import { oneLogin } from '@app/services/platform/postgres/connection.ts'
import { createPool } from '@app/services/platform/postgres/pool.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { startFollowing } from '@app/projections/testing/following.ts'
import { readSettings } from '@app/services/platform/settings/settings.ts'
import { createSubscriptionIds } from '@app/services/kernel/keys/keyed-ids.ts'
import { onTestFinished } from 'vitest'
import { ownDataFolder } from '../support/processes/product-process.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { readLog } from './product-log.ts'

/** After each such number of mails, the connection is lost between a mail and its answer. */
const LOST_EVERY = 40
const AT_ONCE = 20
/** A week before the clock of the workers begins. */
const SUBSCRIBED_AT = '2026-11-02T09:00:00.000-03:00'
const [PROFILE, OWNER] = [uuid(0x7001), uuid(0x8001)]
const WORKER = join(import.meta.dirname, 'reminder-worker.child.ts')

export type ReminderFixture = Awaited<ReturnType<typeof openReminderFixture>>

export interface Worker {
  /** Resolves once it searches for due reminders. */
  readonly ready: Promise<unknown>
  kill(): Promise<void>
}

/** Due subscriptions, a mail server, running projections, and workers in separate processes. */
export async function openReminderFixture() {
  const [{ url }, dataDir, server] = await Promise.all([
    createTestDatabase(),
    ownDataFolder(),
    startTestSmtp({ losesAnswer: (nth) => nth % LOST_EVERY === 0 }),
  ])
  await writeSecrets(dataDir)
  const env = { DATA_DIR: dataDir, DATABASE_URL: url, SMTP_URL: server.url }
  const backend = await openOpsBackend(oneLogin(url), filesOfTests(), readSettings(env).eventStore)
  const db = createPool(url, { role: 'svc_projector', applicationName: 'test-projector', max: 8 })
  const reader = createPool(url, { role: 'svc_reader', applicationName: 'test-reader', max: 2 })
  const { sealed: log, codec, seals, now } = backend
  const deps = { db, reader, log, codec, seals, now, eventsMax: 500 }
  const following = startFollowing(deps, PROJECTIONS)
  const workers = new Set<ChildProcess>()
  onTestFinished(async () => {
    for (const child of workers) child.kill('SIGKILL')
    await server.stop()
    await following.stop()
    await Promise.all([db.end(), reader.end()])
    await backend.close()
  })

  return {
    env,
    dataDir,
    server,
    log: () => readLog(url),
    subscribeAll: (count: number) => subscribeAll(backend, count),
    project: async () => following.waitFor(await log.headPosition(), 60_000),
    /** The number of first reminders with an outcome in the read models. */
    settled: async (): Promise<number> => {
      const { rows } = await reader.query<{ count: number }>(
        "select count(*)::int from read.subscriptions where first_status in ('sent', 'uncertain')",
      )
      return rows[0]!.count
    },
    startWorker: (begunMs: number, minutesAhead: number): Worker => {
      const child = spawn(process.execPath, ['--import', 'tsx', WORKER], {
        env: {
          PATH: process.env.PATH,
          BEGUN_MS: String(begunMs),
          MINUTES_AHEAD: String(minutesAhead),
          ...env,
        },
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      workers.add(child)
      const gone = once(child, 'exit').then(() => void workers.delete(child))
      return {
        ready: Promise.race([once(child.stdout, 'data'), gone]),
        kill: async () => {
          child.kill('SIGKILL')
          await gone
        },
      }
    },
  }
}

/** Writes a profile with this number of subscribers. */
async function subscribeAll(
  { store, idKeys }: Awaited<ReturnType<typeof openOpsBackend>>,
  count: number,
): Promise<void> {
  const at = new Date(SUBSCRIBED_AT)
  await writeAccount(store, at, { id: OWNER, name: 'Juan', email: 'juan@tarjeta.example' })
  const details = { name: 'Juan', lastname: 'Pérez' }
  await writeProfile(store, at, { id: PROFILE, slug: 'juan', ownerId: OWNER, details })
  const ids = createSubscriptionIds(idKeys)
  const numbers = Array.from({ length: count }, (_none, nth) => nth).values()
  const subscribe = async (): Promise<void> => {
    for (const nth of numbers) {
      const email = `ana${nth}@empresa.example`
      const data = { profileId: PROFILE, email, consent: 'v1' }
      const stream = subscriptionStream(ids.subscription(PROFILE, email))
      await write(store, at, stream, [{ type: 'ReminderSubscribed', data }])
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, subscribe))
}
