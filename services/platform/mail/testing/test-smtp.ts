import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

export interface Delivered {
  readonly from: string
  readonly to: readonly string[]
  readonly eml: string
  readonly isEncrypted: boolean
}

export type TestSmtp = Awaited<ReturnType<typeof startTestSmtp>>

/** The server's answer to the n-th recipient, counted from 1; undefined accepts it. */
type Answer = (
  attempt: number,
) => { readonly code: number; readonly text: string | readonly string[] } | undefined

export interface TestSmtpOptions {
  readonly port?: number
  readonly answer?: Answer
  readonly losesAnswer?: (message: number) => boolean
  /** STARTTLS with an untrusted certificate. */
  readonly tls?: boolean
  readonly login?: boolean
  readonly hangsUpBefore?: (attempt: number) => boolean
}

/** The form of the server's library, in which several lines are an array. */
const errorOf = ({ code, text }: NonNullable<ReturnType<Answer>>): Error =>
  Object.assign(new Error(), { message: text as string, responseCode: code })

export async function startTestSmtp({
  port: wantedPort = 0,
  answer = () => undefined,
  losesAnswer = () => false,
  tls = false,
  login = false,
  hangsUpBefore = () => false,
}: TestSmtpOptions = {}) {
  const delivered: Delivered[] = []
  let tries = 0
  let logins = 0
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    // Closes without waiting for idle connections of pools.
    closeTimeout: 200,
    allowInsecureAuth: true,
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    onConnect: (_session, done) => {
      connections += 1
      done()
    },
    onAuth: (_auth, _session, done) => {
      logins += 1
      done(Object.assign(new Error('wrong login'), { responseCode: 535 }))
    },
    onRcptTo: (_address, { id }, done) => {
      tries += 1
      if (hangsUpBefore(tries)) return hangUp(id)
      const refusal = answer(tries)
      done(refusal && errorOf(refusal))
    },
    onData: (stream, { envelope, secure, id }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        delivered.push({ from, to, eml: Buffer.concat(chunks).toString(), isEncrypted: secure })
        if (losesAnswer(delivered.length)) hangUp(id)
        else done()
      })
    },
  })

  function hangUp(sessionId: string): void {
    for (const connection of server.connections)
      if ((connection as { readonly id?: string }).id === sessionId) connection.close()
  }

  server.on('error', () => undefined)
  server.listen(wantedPort, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    delivered,
    tries: () => tries,
    logins: () => logins,
    connections: () => connections,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/** Stopped after the calling test. */
export async function smtp(options?: TestSmtpOptions): Promise<TestSmtp> {
  const server = await startTestSmtp(options)
  onTestFinished(() => server.stop())
  return server
}
