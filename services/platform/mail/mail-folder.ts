import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { deliveredTo } from '@app/contracts/fields/email.ts'
import MailComposer from 'nodemailer/lib/mail-composer'
import { messageOf, type OutgoingMail, type MailTransport } from './mail-message.ts'
import { writeAtomically } from '../settings/durable-file.ts'
import { codeOf } from '@app/contracts/start-error.ts'
import PostalMime from 'postal-mime'

export const keptMailFolder = ({ dataDir }: { readonly dataDir: string }): string => join(dataDir, 'mail')

const KEPT_MAX = 200
/** Cannot lead to a file that is not a mail. */
const FILE_NAME = /^\d{8}T\d{9}Z-[\w-]{1,80}\.eml$/

/** A file whose writing was interrupted. */
const DRAFT_NAME = /^\d{8}T\d{9}Z-[\w-]{1,80}\.eml\.[\da-f-]+\.new$/

const plainTime = (date: Date): string => date.toISOString().replaceAll(/[-:.]/g, '')

/** Sorts by date; the id keeps two mails of one millisecond apart. */
const fileNameOf = ({ date, id }: OutgoingMail): string =>
  `${plainTime(date)}-${id.replaceAll(/[^\w-]/g, '_').slice(0, 80)}.eml`

export const createFolderTransport = (folder: string): MailTransport => ({
  // Concurrent removals of the oldest files would conflict.
  atOnce: 1,
  deliver: async (mail) => {
    try {
      const bytes = await new MailComposer(messageOf(mail)).compile().build()
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // writeAtomically adds a line feed.
      const eml = bytes.toString().replace(/\n$/, '')
      await writeAtomically(folder, join(folder, fileNameOf(mail)), eml)
      await removeOldest(folder)
      return { kind: 'sent' }
    } catch (error) {
      // The write is atomic, and a retry uses the same name.
      return { kind: 'failed', reason: codeOf(error) ?? 'not written' }
    }
  },
  close: () => undefined,
})

/** Overwrites their bytes, because a later erasure does not find them any more. */
async function removeOldest(folder: string): Promise<void> {
  const names = await namesIn(folder)
  for (const name of names.slice(KEPT_MAX)) await overwriteAndRemove(join(folder, name)).catch(unlessGone)
}

async function namesIn(folder: string, form = FILE_NAME): Promise<readonly string[]> {
  try {
    const names = await readdir(folder)
    return names
      .filter((name) => form.test(name))
      .sort()
      .reverse()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

const TIME_CHARS = '20261118T150000000Z-'.length

/**
 * Overwrites the bytes; includes interrupted drafts.
 * @param mark with which ids of mails begin, to whatever address they are
 * @returns the number of mails
 */
export async function removeMailsTo(
  folder: string,
  emails: readonly string[],
  mark?: string,
): Promise<number> {
  if (emails.length === 0 && mark === undefined) return 0
  const meant = new Set(emails.map(deliveredTo))
  let count = 0
  for (const name of [...(await namesIn(folder)), ...(await namesIn(folder, DRAFT_NAME))]) {
    const isMarked = mark !== undefined && name.startsWith(`${mark}-`, TIME_CHARS)
    const mail = isMarked ? undefined : await readFileOf(folder, name)
    if (!isMarked && (mail === undefined || !meant.has(deliveredTo(mail.to)))) continue
    await overwriteAndRemove(join(folder, name)).catch(unlessGone)
    count += 1
  }
  return count
}

/** Overwrites the bytes; includes interrupted drafts. @returns the number of mails */
export async function removeMailsBefore(folder: string, before: Date): Promise<number> {
  const end = plainTime(before)
  const names = [...(await namesIn(folder)), ...(await namesIn(folder, DRAFT_NAME))]
  const older = names.filter((name) => name < end)
  for (const name of older) await overwriteAndRemove(join(folder, name)).catch(unlessGone)
  return older.length
}

function unlessGone(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error
}

async function overwriteAndRemove(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    await file.write(Buffer.alloc(size), 0, size, 0)
    await file.sync()
  } finally {
    await file.close()
  }
  await rm(path, { force: true })
}

export interface ListedMail extends KeptMail {
  readonly name: string
}

export async function listMails(folder: string): Promise<readonly ListedMail[]> {
  const mails: ListedMail[] = []
  for (const name of await namesIn(folder)) {
    const mail = await readMail(folder, name)
    if (mail !== undefined) mails.push({ name, ...mail })
  }
  return mails
}

/** Answers undefined for a missing file or a name that is not a mail's. */
export async function readMail(folder: string, name: string): Promise<KeptMail | undefined> {
  return FILE_NAME.test(name) ? readFileOf(folder, name) : undefined
}

async function readFileOf(folder: string, name: string): Promise<KeptMail | undefined> {
  try {
    return await readEml(await readFile(join(folder, name), 'utf8'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

export interface KeptMail {
  readonly to: string
  readonly subject: string
  /** RFC 3339, UTC; empty when the mail has no date. */
  readonly date: string
  readonly text: string
}

/** Reads a mail that this product wrote: to one mailbox, with a text part. */
export async function readEml(eml: string): Promise<KeptMail> {
  const mail = await PostalMime.parse(eml)
  const date = new Date(mail.date ?? '')
  return {
    to: unquotedAddress(mail.to?.[0]?.address ?? ''),
    subject: mail.subject ?? '',
    date: Number.isNaN(date.getTime()) ? '' : date.toISOString(),
    // The line feed before a boundary is not the text's.
    text: (mail.text ?? '').replace(/\n$/, ''),
  }
}

/** `"a..b"@x.cl` is a..b@x.cl (RFC 5322). */
const unquotedAddress = (address: string): string =>
  address.replace(/^"(.*)"(?=@[^@]*$)/, (_all, local: string) => local.replaceAll(/\\(.)/g, '$1'))
