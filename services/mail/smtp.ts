import { createTransport } from 'nodemailer'
import { isLoopback } from '@app/settings/loopback.ts'
import { messageOf, RefusedLetter, type Post } from './letter.ts'
import { codeOf } from '@app/contracts/start-error.ts'

const SERVERS_TALKED_TO_AT_ONCE = 4
/** Seconds, where the package would wait for minutes. */
const TIMEOUTS = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
} as const

/** Mails by an SMTP server. */
export function createSmtpPost(url: string): Post {
  const transport = createTransport({ url, requireTLS: requiresTls(url), ...TIMEOUTS })
  return {
    atOnce: SERVERS_TALKED_TO_AT_ONCE,
    bring: async (letter, signal) => {
      try {
        await transport.sendMail({ ...messageOf(letter), signal })
      } catch (error) {
        throw failureOf(error)
      }
    },
  }
}

/** Links to new passwords leave this machine encrypted, unless the address says otherwise. */
function requiresTls(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url)
  return protocol === 'smtp:' && !isLoopback(hostname) && searchParams.get('requireTLS') !== 'false'
}

/** What the server said of the mail itself, and not of the connection, the encryption or the login. */
const OF_THE_MAIL: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE'])

/**
 * What a server says of a mail often repeats its address: only the numbers go on. 5xx to a mail is for good (RFC 5321
 * 4.2.1), all else may pass: a server that is busy, restarting, or does not know the sender yet.
 */
function failureOf(error: unknown): Error {
  const { responseCode, code: of } = (error ?? {}) as {
    readonly responseCode?: unknown
    readonly code?: unknown
  }
  if (typeof responseCode !== 'number') return Object.assign(new Error('not delivered'), codePart(error))
  const code = `SMTP ${responseCode}`
  const isForGood = responseCode >= 500 && OF_THE_MAIL.has(of)
  return isForGood ? new RefusedLetter(code) : Object.assign(new Error(code), { code })
}

const codePart = (error: unknown): { readonly code?: string } => {
  const code = codeOf(error)
  return code === undefined ? {} : { code }
}
