import { Agent, request } from 'node:http'
import { latenciesOf, type Figures } from '../frame.ts'

interface Answer {
  readonly ms: number
  readonly status: number
  readonly body: string
}

export type Get = (url: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>

interface Until {
  readonly timesMax: number
  readonly ms: number
}

/** Over one kept connection, so that the time to connect is not measured. */
export function createGet(): { readonly get: Get; readonly close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const get: Get = (url, headers = {}) =>
    new Promise((resolve, reject) => {
      const sinceMs = performance.now()
      const sent = request(url, { agent, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () => {
          const body = Buffer.concat(chunks).toString('utf8')
          resolve({ ms: performance.now() - sinceMs, status: response.statusCode ?? 0, body })
        })
      })
      sent.once('error', reject)
      sent.end()
    })
  return { get, close: () => agent.destroy() }
}

/** Repeats what answers milliseconds until either limit, but at least once. */
export async function timesOf(once: () => Promise<number>, { timesMax, ms }: Until) {
  const times: number[] = []
  const startedMs = performance.now()
  do times.push(await once())
  while (times.length < timesMax && performance.now() - startedMs < ms)
  return times
}

/** One request at a time, after a warm-up. @param once makes one and answers its milliseconds */
export async function measureRequests(once: () => Promise<number>, until: Until): Promise<Figures> {
  await timesOf(once, { timesMax: until.timesMax / 3, ms: until.ms / 3 })
  return latenciesOf(await timesOf(once, until))
}
