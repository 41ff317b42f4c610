import { join } from 'node:path'
import { createMailer, type Mailer } from '@app/outside/mail.ts'
import { isLoopback } from '@app/outside/loopback.ts'
import type { Settings } from '@app/outside/settings.ts'
import type { ProductDeps } from './product-deps.ts'

const MAILS_MS_MAX = 2_000
const FOLDER = 'mail'

const folderOf = ({ dataDir }: Pick<Settings, 'dataDir'>): string => join(dataDir, FOLDER)

/** Mails go out by the server that the settings name; without one they are kept beside the data. */
export function openMailer({ settings, backend, log, onStop }: ProductDeps): Mailer {
  const mailer = createMailer({
    smtpUrl: settings.smtpUrl,
    folder: folderOf(settings),
    from: settings.mailFrom,
    now: backend.now,
    newId: backend.newId,
    onTrouble: (trouble) => log.warn(trouble, 'mail trouble'),
  })
  onStop(() => mailer.stop(MAILS_MS_MAX))
  return mailer
}

/**
 * Whose mails a page shows: links to new passwords among them, so only where the product is tried on one's own machine.
 * One with an address of the outside world has a proxy in front, behind which everybody seems to be on this machine.
 */
export const shownMailFolder = (
  settings: Pick<Settings, 'smtpUrl' | 'production' | 'publicUrl' | 'dataDir'>,
): string | undefined =>
  settings.smtpUrl === undefined && !settings.production && isLoopback(new URL(settings.publicUrl).hostname)
    ? folderOf(settings)
    : undefined
