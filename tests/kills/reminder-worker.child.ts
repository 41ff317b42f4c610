import { randomBytes } from 'node:crypto'
import { newId } from '@app/services/kernel/log/ids.ts'
import { startJobs } from '@app/services/kernel/jobs.ts'
import { startPolls } from '@app/services/kernel/wake.ts'
import { subscribe } from '@app/services/kernel/subscription.ts'
import { createMailer } from '@app/services/platform/mail/mail-folder.ts'
import { messageIdOf } from '@app/services/platform/mail/mailer.ts'
import { oneLogin } from '@app/services/platform/postgres/connection.ts'
import { createLetters } from '@app/services/reminders/reminder-mail.ts'
import { reminderJobs, reminderWorker } from '@app/services/reminders/remind.ts'
import { openBackend, SERVING } from '@app/services/product/backend/open-backend.ts'
import { readSettings } from '@app/services/platform/settings/settings.ts'
import { createReminderTokens } from '@app/services/kernel/keys/reminder-tokens.ts'
import { createSubscriptionIds } from '@app/services/kernel/keys/keyed-ids.ts'
import { createWrappingFiles } from '@app/services/kernel/keys/wrapping-keys.ts'
import { MAIL_FROM, TIMES, nowOf } from './reminder-clock.ts'

/** A process that sends reminders. A test kills it. */
const settings = readSettings(process.env)
const now = nowOf(Number(process.env.BEGUN_MS), Number(process.env.MINUTES_AHEAD))
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
jobs.work(
  reminderWorker({
    store: backend.store,
    keysOf: backend.keys.forReading,
    isBlocked: async (subjects) => (await backend.keys.withBlocked(subjects)).blocked.size > 0,
    ids: createSubscriptionIds(backend.idKeys),
    times: TIMES,
    messageIdOf: (mailId) => messageIdOf(mailId, MAIL_FROM),
    write: createLetters({
      tokens: createReminderTokens(backend.idKeys),
      publicUrl: 'https://tarjeta.example',
      mailFrom: MAIL_FROM,
      times: TIMES,
      now,
      photoOf: async () => undefined,
      noteOf: async () => undefined,
    }),
    mailer,
    now,
    newId,
    atOnce: mailer.atOnce,
    pace: async () => undefined,
    onHandled: () => undefined,
  }),
)
const onTrouble = (_name: string, error: Error): void => console.error(error)
const db = backend.projector
subscribe(
  { db, polls: startPolls({ db, log: backend.sealed }), onTrouble },
  reminderJobs({ log: backend.sealed, times: TIMES, now }),
)
console.log('ready')
