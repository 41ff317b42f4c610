import { createTransport } from 'nodemailer'
import { isLoopback } from '@app/settings/loopback.ts'
import { messageOf, RefusedMail, type MailTransport } from './mail-message.ts'
import { codeOf } from '@app/contracts/start-error.ts'

const SERVERS_TALKED_TO_AT_ONCE = 4
const TIMEOUTS = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
} as const

export function createSmtpTransport(url: string): MailTransport {
  const transport = createTransport({ url, requireTLS: requiresTls(url), ...TIMEOUTS })
  return {
    atOnce: SERVERS_TALKED_TO_AT_ONCE,
    deliver: async (mail, signal) => {
      try {
        await transport.sendMail({ ...messageOf(mail), signal })
      } catch (error) {
        throw failureOf(error)
      }
    },
  }
}

/** Mails contain links that set passwords, so TLS is required unless the URL says otherwise. */
function requiresTls(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url)
  return protocol === 'smtp:' && !isLoopback(hostname) && searchParams.get('requireTLS') !== 'false'
}

/** nodemailer's codes for an answer to the mail itself. */
const OF_THE_MAIL: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE'])

/** The server's text often repeats the address. A 5xx to a mail is permanent (RFC 5321, 4.2.1). */
function failureOf(error: unknown): Error {
  const { responseCode, code: of } = (error ?? {}) as {
    readonly responseCode?: unknown
    readonly code?: unknown
  }
  if (typeof responseCode !== 'number') return Object.assign(new Error('not delivered'), codePart(error))
  const code = `SMTP ${responseCode}`
  const isForGood = responseCode >= 500 && OF_THE_MAIL.has(of)
  return isForGood ? new RefusedMail(code) : Object.assign(new Error(code), { code })
}

const codePart = (error: unknown): { readonly code?: string } => {
  const code = codeOf(error)
  return code === undefined ? {} : { code }
}
