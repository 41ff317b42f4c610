import { randomBytes } from 'node:crypto'
import { newId } from '@app/event-store/ids.ts'
import { createMailerBy } from '@app/mail/mailer.ts'
import type { Mail } from '@app/mail/letter.ts'
import { createMailSender } from '@app/processes/mails/mail-sender.ts'
import { createMailQueue } from '@app/vault/mails/mail-queue.ts'
import { createResetLetters, resetAddressee } from '../accounts/reset-letter.ts'
import { PUBLIC_URL } from './test-app.ts'
import type { TestBackend, TestClock } from './test-backend.ts'

const HALF = 0.5
const SENT_AT_ONCE = 4

/** The queue of mails and its sender, as standalone/open-mailer.ts puts them together; what is sent is a list. */
export function openTestMail({ app: db, keys, store }: TestBackend, { now }: TestClock) {
  const mails: Mail[] = []
  const common = { now, newId, random: randomBytes }
  const queue = createMailQueue({ ...common, db, keys })
  const post = { atOnce: SENT_AT_ONCE, bring: async (letter: Mail) => void mails.push(letter) }
  const sender = createMailSender({
    queue,
    mailer: createMailerBy(post, 'hola@tarjeta.example'),
    writers: { 'password-reset': createResetLetters({ ...common, store, queue, publicUrl: PUBLIC_URL }) },
    newId,
    random: () => HALF,
    monotonicMs: () => performance.now(),
    onOutcome: () => undefined,
    onStatus: () => undefined,
    onTrouble: () => undefined,
  })
  sender.start()
  return {
    mails,
    requestResetMail: async (accountId: string) => {
      await queue.add(resetAddressee(accountId))
      sender.wake()
    },
    stop: () => sender.stop(0),
  }
}
