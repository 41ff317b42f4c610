import { randomBytes } from 'node:crypto'
import type { MailPage } from '../platform/mail-page/mail-page-routes.ts'
import { keptMailFolder } from '../platform/mail/mail-folder.ts'
import { isLoopback } from '../platform/settings/web-addresses.ts'
import type { Settings } from '../platform/settings/settings.ts'

const MAIL_KEY_BYTES = 16

/** Only local, because mails contain links that set passwords. Behind a proxy all clients would seem local. */
export const shownMailPage = (
  settings: Pick<Settings, 'smtpUrl' | 'production' | 'publicUrl' | 'dataDir'>,
): MailPage | undefined =>
  settings.smtpUrl === undefined && !settings.production && isLoopback(new URL(settings.publicUrl).hostname)
    ? { folder: keptMailFolder(settings), key: randomBytes(MAIL_KEY_BYTES).toString('base64url') }
    : undefined

export const mailPageUrl = ({ publicUrl }: Pick<Settings, 'publicUrl'>, { key }: MailPage): string =>
  `${publicUrl}/dev/mail?key=${key}`
