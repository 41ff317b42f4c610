import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import PostalMime from 'postal-mime'
import { codeOf } from '@app/contracts/start-error.ts'
import { writeAtomically } from '../settings/data-folder.ts'
import { createMailerBy, createSmtpTransport, messageOf, type Mailer, type MailTransport } from './mailer.ts'

interface MailWay {
  readonly smtpUrl?: string | undefined
  readonly folder: string
  readonly from: string
}

/** @param way.smtpUrl without it mails are stored as files in `folder` */
export const createMailer = ({ smtpUrl, folder, from }: MailWay): Mailer =>
  createMailerBy(smtpUrl === undefined ? createFolderTransport(folder) : createSmtpTransport(smtpUrl), from)

const createFolderTransport = (folder: string): MailTransport => ({
  // Concurrent removals of the oldest files would conflict.
  atOnce: 1,
  deliver: async (mail) => {
    try {
      const bytes = await new MailComposer(messageOf(mail)).compile().build()
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // writeAtomically adds a line feed.
      await writeAtomically(folder, join(folder, fileNameOf(mail)), bytes.toString().replace(/\n$/, ''))
      await removeAll(folder, (await namesIn(folder)).slice(STORED_MAX))
      return { kind: 'sent' }
    } catch (error) {
      // The write is atomic, and a retry uses the same name.
      return { kind: 'failed', reason: codeOf(error) ?? 'not written' }
    }
  },
  close: () => undefined,
})

export const keptMailFolder = ({ dataDir }: { readonly dataDir: string }): string => join(dataDir, 'mail')

const STORED_MAX = 200
/** Cannot lead to a file that is not a mail. */
const FILE_NAME = /^\d{8}T\d{9}Z-[\w-]{1,80}\.eml$/
/** Also a file whose writing was interrupted. */
const ANY_NAME = /^\d{8}T\d{9}Z-[\w-]{1,80}\.eml(?:\.[\da-f-]+\.new)?$/

const plainTime = (date: Date): string => date.toISOString().replaceAll(/[-:.]/g, '')

/** Sorts by date; the id keeps two mails of one millisecond apart. */
const fileNameOf = ({ date, id }: { readonly date: Date; readonly id: string }): string =>
  `${plainTime(date)}-${id.replaceAll(/[^\w-]/g, '_').slice(0, 80)}.eml`

async function namesIn(folder: string, form = FILE_NAME): Promise<readonly string[]> {
  const names = await readdir(folder).catch(unlessMissing)
  return (names ?? [])
    .filter((name) => form.test(name))
    .sort()
    .reverse()
}

function unlessMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}

async function removeAll(folder: string, names: readonly string[]): Promise<number> {
  for (const name of names) await rm(join(folder, name), { force: true })
  return names.length
}

export const removeMails = async (folder: string): Promise<unknown> =>
  removeAll(folder, await namesIn(folder, ANY_NAME))

export async function removeMailsBefore(folder: string, before: Date): Promise<number> {
  const end = plainTime(before)
  return removeAll(
    folder,
    (await namesIn(folder, ANY_NAME)).filter((name) => name < end),
  )
}

export interface ListedMail extends KeptMail {
  readonly name: string
}

export async function listMails(folder: string): Promise<readonly ListedMail[]> {
  const mails: ListedMail[] = []
  for (const name of await namesIn(folder)) {
    const mail = await readFileOf(folder, name)
    if (mail !== undefined) mails.push({ name, ...mail })
  }
  return mails
}

/** Answers undefined for a missing file or a name that is not a mail's. */
export const readMail = async (folder: string, name: string): Promise<KeptMail | undefined> =>
  FILE_NAME.test(name) ? readFileOf(folder, name) : undefined

async function readFileOf(folder: string, name: string): Promise<KeptMail | undefined> {
  const eml = await readFile(join(folder, name), 'utf8').catch(unlessMissing)
  return eml === undefined ? undefined : readEml(eml)
}

export interface KeptMail {
  readonly to: string
  readonly subject: string
  /** RFC 3339, UTC; empty when the mail has no date. */
  readonly date: string
  readonly text: string
}

export async function readEml(eml: string): Promise<KeptMail> {
  const mail = await PostalMime.parse(eml)
  const date = new Date(mail.date ?? '')
  return {
    to: mail.to?.[0]?.address ?? '',
    subject: mail.subject ?? '',
    date: Number.isNaN(date.getTime()) ? '' : date.toISOString(),
    // The line feed before a boundary is not the text's.
    text: (mail.text ?? '').replace(/\n$/, ''),
  }
}
