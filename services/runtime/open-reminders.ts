import { publicProfileOf } from '@app/api/profiles/profile-answer.ts'
import { vcardOf } from '@app/api/public-page/vcard.ts'
import type { ProjectionProgress } from '@app/projections/runtime/progress/progress.ts'
import { startReminders, type RunningReminders } from '@app/reminders/start-reminders.ts'
import { findJpeg } from '@app/vault/pictures/stored-images.ts'
import type { ProductDeps } from './product-deps.ts'

const STOP_MS_MAX = 2_000

const SENT_BY_OTHERS: RunningReminders = { isWell: () => true, stop: async () => undefined }

/** Sends due reminders from this process, beside others. */
export function openReminders(deps: ProductDeps, progress: ProjectionProgress): RunningReminders {
  if (deps.tuning?.sendsReminders === false) return SENT_BY_OTHERS
  const { settings, backend, mailer, metrics, log, onStop } = deps
  const { publicUrl } = settings
  const reminders = startReminders({
    ...backend,
    ...settings.reminders,
    progress,
    publicUrl,
    mailFrom: settings.mailFrom,
    mailer,
    metrics: metrics.reminders,
    log,
    photoOf: findJpeg(backend.storedImages),
    contactOf: ({ id, profile, photo }) => ({
      filename: `${profile.slug}.vcf`,
      vcard: vcardOf(publicProfileOf(id, profile), { publicUrl, photo }),
    }),
  })
  onStop(() => reminders.stop(STOP_MS_MAX))
  return reminders
}
