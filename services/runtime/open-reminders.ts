import { randomInt } from 'node:crypto'
import { publicProfileOf } from '@app/api/profiles/profile-answer.ts'
import { vcardOf } from '@app/api/public-page/vcard.ts'
import { textOrEmpty } from '@app/contracts/json-object.ts'
import { START } from '@app/contracts/event-store.ts'
import { messageIdOf } from '@app/mail/mailer.ts'
import type { WaitFor } from '@app/kernel/wait-for.ts'
import { leftByVisitor } from '@app/projections/visitors/left-by-visitor.ts'
import { createReminderLeases } from '@app/reminders/leases.ts'
import { createLetters } from '@app/reminders/letter.ts'
import { createReminderSender } from '@app/reminders/sender.ts'
import { createReminderTokens } from '@app/vault/keys/reminder-tokens.ts'
import { createSubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import { findJpeg } from '@app/vault/pictures/stored-images.ts'
import type { ProductDeps } from './product-deps.ts'

export interface RunningReminders {
  /** Whether reminders are sent in time. */
  isWell(): boolean
}

const ROWS = ['subscriptions']
const OVERDUE_MS_MAX = 10 * 60_000
const STOP_MS_MAX = 2_000

const SENT_BY_OTHERS: RunningReminders = { isWell: () => true }

/** Sends due reminders from this process, beside others. */
export function openReminders(deps: ProductDeps, waitFor: WaitFor): RunningReminders {
  if (!deps.settings.serves.includes('reminders')) return SENT_BY_OTHERS
  const { backend, settings, mailer, log, onStop } = deps
  const { now, monotonicMs } = backend
  const metrics = deps.metrics.reminders
  const overdueMs = (): number => Math.max(0, now().getTime() - (sender.status().oldestDueMs ?? Infinity))
  const sender = createReminderSender({
    ...settings.reminders,
    store: backend.store,
    db: backend.reader,
    leases: createReminderLeases(backend.app, now),
    ids: createSubscriptionIds(backend.idKeys),
    keysOf: backend.keys.forReading,
    isBlocked: async (subjects) => (await backend.keys.withBlocked(subjects)).blocked.size > 0,
    messageIdOf: (mailId) => messageIdOf(mailId, settings.mailFrom),
    write: lettersOf(deps),
    deliver: mailer.deliver,
    takeBack: mailer.takeBack,
    // Intents and outcomes are appended while other mails are being sent.
    atOnce: 3 * mailer.atOnce,
    now,
    monotonicMs,
    newId: backend.newId,
    random: () => randomInt(2 ** 32) / 2 ** 32,
    onPage: (due) => {
      metrics.due.set(due)
      metrics.oldestOverdueSeconds.set(overdueMs() / 1_000)
    },
    onHandled: metrics.count,
    onTrouble: (error) => log.warn({ err: error }, 'a reminder could not be handled'),
  })
  sender.start(() => waitFor(ROWS, START, 0))
  onStop(() => sender.stop(STOP_MS_MAX))
  return {
    isWell: () =>
      overdueMs() <= OVERDUE_MS_MAX && monotonicMs() - sender.status().lookedAtMs <= OVERDUE_MS_MAX,
  }
}

function lettersOf({ backend, settings }: ProductDeps): ReturnType<typeof createLetters> {
  const { publicUrl, mailFrom, reminders } = settings
  return createLetters({
    tokens: createReminderTokens(backend.idKeys),
    publicUrl,
    mailFrom,
    times: reminders.times,
    now: backend.now,
    photoOf: findJpeg(backend.storedImages),
    noteOf: async (profileId, visitorId) => {
      const asked = { profileId, visitorId, momentsMax: 0, formsMax: 1 }
      const { forms } = await leftByVisitor({ db: backend.reader, seals: backend.seals }, asked)
      return textOrEmpty(forms[0]?.fields?.description)
    },
    contactOf: ({ id, profile, photo }) => ({
      filename: `${profile.slug}.vcf`,
      vcard: vcardOf(publicProfileOf(id, profile), { publicUrl, photo }),
    }),
  })
}
