import { newId } from '../../kernel/log/ids.ts'
import { createReminderTokens } from '../../kernel/keys/reminder-tokens.ts'
import { createSubscriptionIds } from '../../kernel/keys/keyed-ids.ts'
import { messageIdOf, type Mailer } from '../../platform/mail/mailer.ts'
import type { Backend } from '../../product/backend/open-backend.ts'
import type { ReminderTimes } from '../plan.ts'
import { createLetters } from '../reminder-mail.ts'
import { reminderWorker } from '../remind.ts'

export const MAIL_FROM = 'hola@tarjeta.example'
export const TIMES: ReminderTimes = {
  first: { days: 7, fromHour: 9, toHour: 20 },
  second: { days: 14, fromHour: 9, toHour: 20 },
}

/** Letters without photo and note, at no pace. */
export const testReminderWorker = (
  { store, keys, idKeys }: Pick<Backend, 'store' | 'keys' | 'idKeys'>,
  mailer: Mailer,
  now: () => Date,
) =>
  reminderWorker({
    store,
    keysOf: keys.forReading,
    isBlocked: async (subjects) => (await keys.withBlocked(subjects)).blocked.size > 0,
    ids: createSubscriptionIds(idKeys),
    times: TIMES,
    messageIdOf: (mailId) => messageIdOf(mailId, MAIL_FROM),
    write: createLetters({
      tokens: createReminderTokens(idKeys),
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
  })
