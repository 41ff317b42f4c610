import { Agent, request } from 'node:http'

export interface Timed {
  readonly ms: number
  readonly status: number
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
          resolve({ ms, status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') })
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

/** Calls `ask`, which answers milliseconds, until either limit, but at least once. */
export async function timesOf(
  ask: () => Promise<number>,
  until: { readonly timesMax: number; readonly ms: number },
): Promise<readonly number[]> {
  const times: number[] = []
  const startedMs = performance.now()
  do times.push(await ask())
  while (times.length < until.timesMax && performance.now() - startedMs < until.ms)
  return times
}
