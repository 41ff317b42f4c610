import { Readable } from 'node:stream'
import { codeOf } from '@app/contracts/start-error.ts'
import { isLoopback } from '../settings/setting-forms.ts'
import { createTransport } from 'nodemailer'
import { messageOf, type Delivery, type MailTransport } from './mail-message.ts'
import { readRefusal } from './read-refusal.ts'

const CONNECTIONS_MAX = 8
const POOL = {
  pool: true,
  maxConnections: CONNECTIONS_MAX,
  maxMessages: 100,
  /** The pool would otherwise resend a mail whose reply was lost. */
  maxRequeues: 0,
  idleTimeout: 30_000,
} as const
const TIMEOUTS = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
} as const

interface Observed {
  readonly onWritten: () => void
}

export function createSmtpTransport(url: string): MailTransport {
  const transport = createTransport({ url, requireTLS: requiresTls(url), ...POOL, ...TIMEOUTS })
  transport.use('stream', (mail, done) => {
    const { message, data } = mail
    message.build((error, bytes) => {
      if (error !== null) return done(error)
      const { onWritten } = data as unknown as Observed
      message.createReadStream = () => observed(bytes, onWritten) as never
      done()
    })
  })
  return {
    atOnce: CONNECTIONS_MAX,
    deliver: async (mail, signal) => {
      let wasWritten = false
      const onWritten = (): void => {
        wasWritten = true
      }
      try {
        await transport.sendMail({ ...messageOf(mail), signal, onWritten } as never)
        return { kind: 'sent' }
      } catch (error) {
        return failureOf(error, wasWritten)
      }
    },
    close: () => transport.close(),
  }
}

/** Read only after the server has requested the message; until its end, the server has no complete mail. */
const observed = (bytes: Buffer, onWritten: () => void): Readable =>
  new Readable({
    read() {
      this.push(bytes)
      this.push(null)
    },
  }).once('end', onWritten)

/** Mails contain links that set passwords, so TLS is required unless the URL says otherwise. */
function requiresTls(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url)
  return protocol === 'smtp:' && !isLoopback(hostname) && searchParams.get('requireTLS') !== 'false'
}

interface SmtpError {
  readonly responseCode?: unknown
  readonly response?: unknown
  readonly command?: unknown
}

/** Replies to other commands (greeting, login, sender) concern us and not the recipient. */
const ABOUT_THE_MAIL: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA'])

const isRefusal = (code: unknown): code is number => typeof code === 'number' && code >= 400 && code < 600

/** Takes only codes, because the server's text often repeats the address. */
function failureOf(error: unknown, wasWritten: boolean): Delivery {
  const { responseCode, response, command } = (error ?? {}) as SmtpError
  // Any other answer after the text leaves open whether the mail was accepted.
  if (!isRefusal(responseCode))
    return { kind: wasWritten ? 'uncertain' : 'failed', reason: codeOf(error) ?? 'no reply' }
  const { cause, status } = readRefusal(typeof response === 'string' ? response : String(responseCode))
  const reason = ['SMTP', responseCode, status].join(' ').trim()
  if (ABOUT_THE_MAIL.has(command))
    return cause === 'gone' ? { kind: 'refused', reason, status } : { kind: 'failed', reason, cause }
  return { kind: 'failed', reason, cause: responseCode >= 500 ? 'policy' : cause }
}
