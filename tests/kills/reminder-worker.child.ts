import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '@app/event-store/ids.ts'
import { createMailer, messageIdOf } from '@app/mail/mailer.ts'
import { oneLogin } from '@app/postgres/connection.ts'
import { createReminderLeases } from '@app/reminders/leases.ts'
import { createLetters } from '@app/reminders/letter.ts'
import { createReminderSender } from '@app/reminders/sender.ts'
import { SERVING } from '@app/runtime/backend/backend-roles.ts'
import { openServingBackend } from '@app/runtime/backend/open-serving-backend.ts'
import { readSettings } from '@app/settings/settings.ts'
import { createReminderTokens } from '@app/vault/keys/reminder-tokens.ts'
import { createSubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import { createWrappingFiles } from '@app/vault/keys/wrapping-files.ts'
import { MAIL_FROM, TIMES, nowOf } from './reminder-clock.ts'

/** A process that sends reminders. A test kills it. */
const settings = readSettings(process.env)
const now = nowOf(Number(process.env.BEGUN_MS))
/** A worker that is silent for 120 s counts as dead. On this clock that takes half a second. */
const monotonicMs = (): number => performance.now() * 240
const LOOK_EVERY_MS = 100
/** The fraction of claims that ignore leases of others: nobody may be mailed twice even if leases fail. */
const ROBBING = 0.2

process.stdin.resume().once('end', () => process.exit())
const backend = await openServingBackend({
  urls: oneLogin(process.env.DATABASE_URL!),
  wrappingFiles: createWrappingFiles(settings.secretsDir, randomBytes),
  log: { setting: settings.eventStore, say: () => undefined, signal: new AbortController().signal },
  roles: SERVING,
  unusable: (cause) => cause,
  now,
})
const mailer = createMailer({ smtpUrl: settings.smtpUrl, folder: '/nowhere', from: MAIL_FROM })
const leases = createReminderLeases(backend.app, now)
const onTrouble = (error: unknown): void => console.error(error)
const sender = createReminderSender({
  db: backend.reader,
  store: backend.store,
  keysOf: backend.keys.forReading,
  isBlocked: async (subjects) => (await backend.keys.withBlocked(subjects)).blocked.size > 0,
  leases: {
    ...leases,
    claim: async (asked) => (Math.random() < ROBBING ? asked.subscriptionIds : leases.claim(asked)),
  },
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
    contactOf: () => ({ filename: 'juan.vcf', vcard: 'BEGIN:VCARD' }),
  }),
  deliver: mailer.deliver,
  now,
  newId,
  monotonicMs,
  random: Math.random,
  atOnce: mailer.atOnce,
  mailsPerSecond: 10_000,
  onPage: () => undefined,
  onHandled: () => undefined,
  onTrouble,
})
console.log('ready')
for (;;) {
  await sender.sendDue().catch(onTrouble)
  await pause(LOOK_EVERY_MS)
}
