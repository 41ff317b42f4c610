import { randomBytes } from 'node:crypto'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { createResetLetters, resetAddressee } from '@app/api/accounts/reset-link.ts'
import {
  createTestClock,
  openTestBackend,
  type Proxied,
  type TestBackend,
  type TestClock,
} from '../../../tests/support/api/test-backend.ts'
import { newId } from '@app/event-store/ids.ts'
import { createMailer } from '@app/mail/mailer.ts'
import { createMailQueue, type MailQueue } from '@app/vault/mails/mail-queue.ts'
import { createMailSender, type MailSender } from '../mails/mail-sender.ts'
import type { MailOutcome } from '../mails/send-mail.ts'
import { runOn } from './people.ts'

const HALF = 0.5
const PUBLIC_URL = 'https://tarjeta.example'

/** A queue of mails on a database of its own, with senders like those of different processes. */
export interface MailSide {
  readonly backend: TestBackend
  readonly clock: TestClock
  readonly queue: MailQueue
  readonly outcomes: MailOutcome[]
  readonly troubles: unknown[]
  /** Moves the monotonic clock. */
  advanceMonotonic(ms: number): void
  queueOf(waitingMax: number): MailQueue
  sender(to: { readonly smtpUrl?: string; readonly folder?: string }): MailSender
  /** Makes an account; its id contains its name. */
  person(name: string): Promise<string>
  ask(accountId: string): Promise<void>
  /** The rows of the queue, as text. */
  rows(): Promise<readonly string[]>
  /** Number of mails in the person's quota. */
  counted(accountId: string): Promise<number>
  /** As before the first mail. */
  forget(): Promise<void>
  close(): Promise<void>
}

export async function openMailSide(proxied: Proxied = 'nothing'): Promise<MailSide> {
  const clock = createTestClock()
  const backend = await openTestBackend(clock, proxied)
  const { keys, own, store } = backend
  const common = { now: clock.now, newId, random: randomBytes }
  const queue = createMailQueue({ ...common, db: backend.app, keys })
  const outcomes: MailOutcome[] = []
  const troubles: unknown[] = []
  let monotonicMs = 0
  let people = 0

  const sender: MailSide['sender'] = ({ smtpUrl, folder = '/nowhere' }) =>
    createMailSender({
      queue,
      mailer: createMailer({ smtpUrl, folder, from: 'hola@tarjeta.example' }),
      writers: {
        'password-reset': createResetLetters({ ...common, store, queue, publicUrl: PUBLIC_URL }),
        // services/api/accounts/change-email.pg.test.ts tests these mails.
        'email-code': async () => undefined,
        'email-code-new': async () => undefined,
        'email-changed': async () => undefined,
        // Of the product whole: services/api/reminders/confirmation.long.test.ts.
        'reminder-confirmation': async () => undefined,
        // Of the product whole: services/api/rights/admin-requests.pg.test.ts.
        'rights-link': async () => undefined,
        // Of the product whole: services/api/quotations/quotations.pg.test.ts.
        'quotation-received': async () => undefined,
        'quotation-arrived': async () => undefined,
        // services/api/record/record.pg.test.ts tests these mails.
        'log-head': async () => undefined,
      },
      isBlocked: async (subject) => (await keys.withBlocked([subject])).blocked.has(subject),
      newId,
      random: () => HALF,
      monotonicMs: () => monotonicMs,
      onOutcome: (outcome) => outcomes.push(outcome),
      onStatus: () => undefined,
      onTrouble: (error) => troubles.push(error),
    })

  return {
    backend,
    clock,
    queue,
    outcomes,
    troubles,
    advanceMonotonic: (ms) => {
      monotonicMs += ms
    },
    queueOf: (waitingMax) => createMailQueue({ ...common, db: backend.app, keys, waitingMax }),
    sender,
    person: async (name) => {
      people += 1
      const id = `0199a000-0000-8000-8000-${people.toString(16).padStart(12, '0')}`
      const command = { type: 'Register', name, email: `${name.toLowerCase()}@correo.example` } as const
      await runOn(own.store, id, { ...command, credentialId: 'first', consent: 'register-2026-11' })
      return id
    },
    ask: (accountId) => queue.add(resetAddressee(accountId)),
    rows: async () => {
      const { rows } = await own.db.query<{ line: string }>(
        'select row_to_json(m)::text as line from vault.mails m',
      )
      return rows.map(({ line }) => line)
    },
    counted: async (accountId) => {
      const { rows } = await own.db.query<{ count: number }>(
        `select count from vault.rate_counters
         where name = 'password-reset' and key_hash = sha256(convert_to($1, 'UTF8'))`,
        [accountStream(accountId)],
      )
      return rows[0]?.count ?? 0
    },
    forget: async () => {
      await own.db.query('delete from vault.mails')
      outcomes.length = 0
    },
    close: () => backend.close(),
  }
}
