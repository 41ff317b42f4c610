import { createTransport } from 'nodemailer'
import { messageOf, RefusedLetter, type Post } from './mail-letter.ts'
import { codeOf } from './start-error.ts'

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
  const transport = createTransport({ url, ...TIMEOUTS })
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

/**
 * What a server says of a mail often repeats its address: only the numbers go on. 5xx is for good (RFC 5321 4.2.1), all
 * else may pass: a server that is busy, restarting, or does not know the sender yet.
 */
function failureOf(error: unknown): Error {
  const { responseCode } = (error ?? {}) as { readonly responseCode?: unknown }
  if (typeof responseCode !== 'number') return Object.assign(new Error('not delivered'), codePart(error))
  const code = `SMTP ${responseCode}`
  return responseCode >= 500 ? new RefusedLetter(code) : Object.assign(new Error(code), { code })
}

const codePart = (error: unknown): { readonly code?: string } => {
  const code = codeOf(error)
  return code === undefined ? {} : { code }
}
