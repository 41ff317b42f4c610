import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createBatchedLookup } from '@app/concurrency/batched-lookup.ts'
import { newId } from '@app/event-store/ids.ts'
import { createMailer, messageIdOf, type Mailer } from '@app/mail/mailer.ts'
import { messageOf, type OutgoingMail } from '@app/mail/mail-message.ts'
import { createPool } from '@app/postgres/pool.ts'
import { createReminderLeases } from '@app/reminders/leases.ts'
import { createLetters } from '@app/reminders/letter.ts'
import { createReminderSender } from '@app/reminders/sender.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'
import { createReminderTokens } from '@app/vault/keys/reminder-tokens.ts'
import { createSubscriptionIds, type SubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import { createTransport } from 'nodemailer'
import type pg from 'pg'
import type { Context, Figures, BenchPart } from '../frame.ts'
import { startChild } from '../load/child.ts'
import { projectSubscriptions, subscribeMany, writeShownProfiles } from '../load/due-subscriptions.ts'
import { eachInFlight } from '../load/in-flight.ts'
import { openOurBackend } from '../load/our-backend.ts'

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

interface Sending {
  readonly backend: Backend
  readonly reader: pg.Pool
  readonly ids: SubscriptionIds
  readonly mailer: Mailer
  last: OutgoingMail | undefined
}

/** Reminders that are due at once, with all that is read and recorded, beside the same mails in a loop over nodemailer. */
export const reminders: BenchPart = {
  name: 'reminders',
  judged: [{ title: 'mails/s ÷ nodemailer', metric: 'rate', of: 'product', by: 'nodemailer', atLeast: 0.7 }],
  open: async (context) => {
    const url = await context.database('reminders')
    const backend = await openOurBackend(context, url)
    const reader = createPool(url, { role: 'svc_reader', applicationName: 'bench', max: 4 })
    context.onClose(() => reader.end())
    const { smtpUrl, taken } = await startSink(context)
    const mailer = createMailer({ smtpUrl, folder: context.folder, from: MAIL_FROM })
    context.onClose(() => mailer.close())
    await writeShownProfiles(backend, new Date(FIRST_MS))
    const sending: Sending = {
      backend,
      reader,
      mailer,
      ids: createSubscriptionIds(backend.idKeys),
      last: undefined,
    }
    const mails = context.scaled(MAILS)
    let sent = 0
    /** Each measurement has subscribers of its own. */
    let day = 0
    const rateOf = async (work: () => Promise<number>): Promise<Figures> => {
      const seconds = await work()
      sent += mails
      await taken(sent)
      return { rate: mails / seconds }
    }
    const variants = {
      product: () => rateOf(() => sendReminders(sending, mails, new Date(FIRST_MS + (day += 1) * DAY_MS))),
      nodemailer: () => rateOf(() => sendBare(smtpUrl, sending.last!, mails)),
    }
    for (let n = 0; n < WARM_UPS; n += 1) for (const warmUp of Object.values(variants)) await warmUp()
    return variants
  },
}

async function startSink({ ownDist, folder, onClose }: Context) {
  const sink = startChild(join(ownDist, 'smtp-sink.js'), folder)
  onClose(sink.stop)
  const [, port] = await sink.untilOutput(/listening on (\d+)/)
  const taken = async (count: number): Promise<void> => {
    process.kill(sink.pid, 'SIGUSR2')
    await sink.untilOutput(new RegExp(`taken ${count}\\b`))
  }
  return { smtpUrl: `smtp://127.0.0.1:${port}`, taken }
}

async function sendReminders(sending: Sending, count: number, at: Date): Promise<number> {
  const { backend, ids } = sending
  await subscribeMany(backend, ids, { name: `day${at.getTime()}-`, count, at })
  await projectSubscriptions(backend)
  const sender = senderAt(sending, () => new Date(at.getTime() + TIMES.first.days * DAY_MS))
  const sinceMs = performance.now()
  await sender.sendDue()
  const seconds = (performance.now() - sinceMs) / 1_000
  await sender.stop(0)
  await projectSubscriptions(backend)
  return seconds
}

function senderAt(sending: Sending, now: () => Date) {
  const { backend, reader, mailer, ids } = sending
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
      sending.last = { ...written.mail, ...written, from, messageId: messageIdOf(written.id, MAIL_FROM) }
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
async function sendBare(smtpUrl: string, last: OutgoingMail, count: number): Promise<number> {
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: AT_ONCE, maxMessages: 100 })
  const mails = Array.from({ length: count }, (_, nth) => nth)
  const sinceMs = performance.now()
  await eachInFlight(mails, AT_ONCE, (nth) =>
    transport.sendMail(
      messageOf({ ...last, to: `bare${nth}@empresa.example`, messageId: `<${nth}@bare.example>` }),
    ),
  )
  const seconds = (performance.now() - sinceMs) / 1_000
  transport.close()
  return seconds
}
