import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail as it came over the wire. */
export interface Delivered {
  readonly from: string
  readonly to: readonly string[]
  readonly eml: string
}

export interface TestSmtp {
  readonly url: string
  readonly delivered: readonly Delivered[]
  /** How many recipients were named, refused ones included. */
  readonly tries: () => number
  stop(): Promise<void>
}

/** What the server answers to the n-th recipient, counted from 1; undefined takes it. */
export type Answer = (attempt: number) => { readonly code: number; readonly text: string } | undefined

/**
 * A real SMTP server on a port of its own.
 * @param beforeTaken waited for before a message is acknowledged
 */
export async function startTestSmtp(
  answer: Answer = () => undefined,
  beforeTaken: () => Promise<void> = async () => undefined,
): Promise<TestSmtp> {
  const delivered: Delivered[] = []
  let tries = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => {
      tries += 1
      const refusal = answer(tries)
      done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        void take().finally(done)

        async function take(): Promise<void> {
          await beforeTaken()
          delivered.push({ from, to, eml: Buffer.concat(chunks).toString() })
        }
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    delivered,
    tries: () => tries,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
