import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { createBatchedLookup } from '@app/concurrency/batched-lookup.ts'
import { createMailer, messageIdOf, type Mailer } from '@app/mail/mailer.ts'
import type { OutgoingMail } from '@app/mail/mail-message.ts'
import { messageOf } from '@app/mail/mail-message.ts'
import { newId } from '@app/event-store/ids.ts'
import { createPool } from '@app/postgres/pool.ts'
import { createReminderLeases } from '@app/reminders/leases.ts'
import { createLetters } from '@app/reminders/letter.ts'
import { createReminderSender } from '@app/reminders/sender.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'
import { createReminderTokens } from '@app/vault/keys/reminder-tokens.ts'
import { createSubscriptionIds, type SubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import { createTransport } from 'nodemailer'
import type pg from 'pg'
import { projectSubscriptions, subscribeMany, writeShownProfiles } from '../load/due-subscriptions.ts'
import { eachInFlight } from '../load/in-flight.ts'
import { openOurBackend } from '../peers/our-log.ts'
import { part, type BenchContext, type Figures } from '../part.ts'
import { startChild, type Child } from '../product/child.ts'
import { numberText } from '../report/statistics.ts'

const MAILS = 2_000
/** The service runs for months: both are measured as they are once their code is compiled. */
const WARM_UPS = 2
const AT_ONCE = 8
const MAIL_FROM = 'hola@tarjeta.example'
const PHOTO = randomBytes(20_000)
const CONTACT = { filename: 'juan.vcf', vcard: 'BEGIN:VCARD\r\nEND:VCARD\r\n'.repeat(40) }
const HOURS = { fromHour: 0, toHour: 24 }
/** Nobody's second reminder is due while it is measured. */
const TIMES = { first: { days: 7, ...HOURS }, second: { days: 365, ...HOURS } }
const FIRST_MS = Date.parse('2026-01-02T15:00:00.000Z')
const DAY_MS = 86_400_000

interface Reminders {
  readonly backend: Backend
  readonly reader: pg.Pool
  readonly ids: SubscriptionIds
  readonly sink: Child
  readonly smtpUrl: string
  readonly mailer: Mailer
  /** Days after the first one: each measurement has subscribers of its own. */
  day: number
  last: OutgoingMail | undefined
}

async function open(context: BenchContext): Promise<Reminders> {
  const { backend, url } = await openOurBackend(context, 'reminders_sent')
  const reader = createPool(url, { role: 'svc_reader', applicationName: 'bench', max: 4 })
  context.closing.add(() => reader.end())
  const sink = startChild(join(context.ownDist, 'smtp-sink.js'), {
    ownDist: context.ownDist,
    cwd: context.folder,
  })
  context.closing.add(sink.stop)
  const [, port] = await sink.untilOutput(/listening on (\d+)/)
  const smtpUrl = `smtp://127.0.0.1:${port}`
  const mailer = createMailer({ smtpUrl, folder: context.folder, from: MAIL_FROM })
  context.closing.add(async () => mailer.close())
  await writeShownProfiles(backend, new Date(FIRST_MS))
  const ids = createSubscriptionIds(backend.idKeys)
  const bench: Reminders = { backend, reader, ids, sink, smtpUrl, mailer, day: 0, last: undefined }
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1)
    for (const variant of ['product', 'nodemailer']) await measure(bench, variant)
  return bench
}

const takenBy = async ({ sink }: Reminders, count: number): Promise<void> => {
  process.kill(sink.pid, 'SIGUSR2')
  await sink.untilOutput(new RegExp(`taken ${count}\\b`))
}

let sent = 0

async function measure(bench: Reminders, variant: string): Promise<Figures> {
  const seconds = await (variant === 'product' ? sendReminders(bench) : sendBare(bench))
  sent += MAILS
  await takenBy(bench, sent)
  return { rate: MAILS / seconds }
}

async function sendReminders(bench: Reminders): Promise<number> {
  const { backend, ids } = bench
  bench.day += 1
  const at = new Date(FIRST_MS + bench.day * DAY_MS)
  await subscribeMany(backend, ids, { name: `day${bench.day}-`, count: MAILS, at })
  await projectSubscriptions(backend)
  const now = (): Date => new Date(at.getTime() + TIMES.first.days * DAY_MS)
  const sender = senderAt(bench, now)
  const sinceMs = performance.now()
  await sender.sendDue()
  const seconds = (performance.now() - sinceMs) / 1_000
  await sender.stop(0)
  await projectSubscriptions(backend)
  return seconds
}

function senderAt(bench: Reminders, now: () => Date) {
  const { backend, reader, mailer, ids } = bench
  return createReminderSender({
    store: backend.store,
    db: reader,
    leases: createReminderLeases(backend.app, now),
    ids,
    times: TIMES,
    messageIdOf: (id) => messageIdOf(id, MAIL_FROM),
    write: createLetters({
      tokens: createReminderTokens(backend.idKeys),
      publicUrl: 'https://tarjeta.example',
      mailFrom: MAIL_FROM,
      times: TIMES,
      now,
      photoOf: async () => PHOTO,
      contactOf: () => CONTACT,
    }),
    deliver: (written, signal) => {
      const from = { name: 'bench', address: MAIL_FROM }
      bench.last = { ...written.mail, ...written, from, messageId: messageIdOf(written.id, MAIL_FROM) }
      return mailer.deliver(written, signal)
    },
    now,
    newId,
    monotonicMs: () => performance.now(),
    random: Math.random,
    keyOf: createBatchedLookup(backend.keys.forReading, 100),
    isBlocked: async (subjects) => (await backend.keys.withLosses(subjects)).blocked.size > 0,
    atOnce: 3 * mailer.atOnce,
    mailsPerSecond: 1_000_000,
    onPage: () => undefined,
    onHandled: () => undefined,
    onTrouble: (error) => {
      throw error
    },
  })
}

/** The same mails by the same library, and nothing recorded of them. */
async function sendBare({ smtpUrl, last }: Reminders): Promise<number> {
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: AT_ONCE, maxMessages: 100 })
  const mails = Array.from({ length: MAILS }, (_, nth) => nth)
  const sinceMs = performance.now()
  await eachInFlight(mails, AT_ONCE, (nth) =>
    transport.sendMail(
      messageOf({ ...last!, to: `bare${nth}@empresa.example`, messageId: `<${nth}@bare.example>` }),
    ),
  )
  const seconds = (performance.now() - sinceMs) / 1_000
  transport.close()
  return seconds
}

export const remindersPart = part<Reminders>({
  name: 'reminders',
  title: 'Reminders: due mails per second',
  how: `The product's sender sends ${numberText(MAILS)} reminders that are due at once. It finds them, and reads their streams and those of their profiles in pages. For each it reads the mailbox's suppression, appends the intent, writes the mail (HTML, text, a picture of 20 KB and a contact), sends it and appends the outcome. The comparison sends the same mails in a plain loop over nodemailer's pool. Both send ${AT_ONCE} at a time to the same SMTP server, which runs in its own process and counts the mails. Each has sent ${numberText(WARM_UPS * MAILS)} before.`,
  peers: ['nodemailer'],
  metrics: [{ name: 'rate', title: 'mails/s', digits: 0 }],
  variants: [
    { name: 'product', title: 'product' },
    { name: 'nodemailer', title: 'nodemailer in a plain loop' },
  ],
  aims: [{ title: 'product ÷ nodemailer', metric: 'rate', of: 'product', by: 'nodemailer', atLeast: 0.7 }],
  open,
  measure,
})
