import { Agent, request } from 'node:http'

export interface Timed {
  readonly ms: number
  readonly status: number
  /** As they came: compressed, where that was accepted. */
  readonly bytes: number
  readonly body: string
}

export interface Request {
  readonly url: string
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

export interface KeepAlive {
  send(request: Request): Promise<Timed>
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<Timed>
  close(): void
}

/** One kept connection, so that the time to connect is not measured. */
export function createKeepAlive(): KeepAlive {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = ({ url, method = 'GET', headers = {}, body }: Request): Promise<Timed> =>
    new Promise((resolve, reject) => {
      const sinceMs = performance.now()
      const content = body === undefined ? undefined : JSON.stringify(body)
      const sent = content === undefined ? headers : { 'Content-Type': 'application/json', ...headers }
      const asking = request(url, { agent, method, headers: sent }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () => {
          const ms = performance.now() - sinceMs
          const whole = Buffer.concat(chunks)
          const status = response.statusCode ?? 0
          resolve({ ms, status, bytes: whole.length, body: whole.toString('utf8') })
        })
      })
      asking.once('error', reject)
      asking.end(content)
    })
  return {
    send,
    get: (url, headers = {}) => send({ url, headers }),
    close: () => agent.destroy(),
  }
}
