import { randomBytes } from 'node:crypto'
import { startJobs } from '@app/services/kernel/jobs.ts'
import { startPolls } from '@app/services/kernel/wake.ts'
import { subscribe } from '@app/services/kernel/subscription.ts'
import { createMailer } from '@app/services/platform/mail/mail-folder.ts'
import { oneLogin } from '@app/services/platform/postgres/connection.ts'
import { reminderJobs } from '@app/services/reminders/remind.ts'
import { MAIL_FROM, testReminderWorker, TIMES } from '@app/services/reminders/testing/test-reminder-worker.ts'
import { openBackend, SERVING } from '@app/services/product/backend/open-backend.ts'
import { readSettings } from '@app/services/platform/settings/settings.ts'
import { createWrappingFiles } from '@app/services/kernel/keys/wrapping-keys.ts'

/** A process that sends reminders. A test kills it. */
const settings = readSettings(process.env)
const DUE_MS = Date.parse('2026-11-09T09:00:00.000-03:00')
/** Minutes become seconds. */
const SPEED = 30
const aheadMs = Number(process.env.MINUTES_AHEAD) * 60_000
/** Begins when the first reminders are due. */
const now = (): Date => new Date(DUE_MS + aheadMs + (Date.now() - Number(process.env.BEGUN_MS)) * SPEED)
process.stdin.resume().once('end', () => process.exit())
const backend = await openBackend({
  urls: oneLogin(process.env.DATABASE_URL!),
  wrappingFiles: createWrappingFiles(settings.secretsDir, randomBytes),
  log: settings.eventStore,
  limits: SERVING,
  now,
})
const mailer = createMailer({ smtpUrl: settings.smtpUrl, folder: '/nowhere', from: MAIL_FROM })
const jobs = startJobs({
  db: backend.jobPool,
  now,
  monotonicMs: () => performance.now(),
  onTrouble: (_kind, error) => console.error(error),
})
jobs.work(testReminderWorker(backend, mailer, now))
const onTrouble = (_name: string, error: Error): void => console.error(error)
const db = backend.projector
subscribe(
  { db, polls: startPolls({ db, log: backend.sealed }), onTrouble },
  reminderJobs({ log: backend.sealed, times: TIMES, now }),
)
console.log('ready')
