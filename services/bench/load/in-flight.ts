import type { EventStore, NewEvent } from '@app/contracts/event-store.ts'
import { visitStream } from '@app/contracts/taps.ts'
import type { Codec } from '../../kernel/codec.ts'
import { Agent, request } from 'node:http'
import { latenciesOf, type Figures } from '../frame.ts'

export interface ComingEvent {
  readonly stream: string
  readonly event: NewEvent
}

/** Takes the next item only when a worker is free. @returns the number of items */
async function eachInFlight<Item>(
  items: Iterable<Item>,
  inFlight: number,
  work: (item: Item) => Promise<unknown>,
): Promise<number> {
  const coming = items[Symbol.iterator]()
  let done = 0
  const worker = async (): Promise<void> => {
    for (let next = coming.next(); next.done !== true; next = coming.next(), done += 1) await work(next.value)
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return done
}

export async function workInFlight(
  work: () => Promise<unknown>,
  { inFlight, ms }: { readonly inFlight: number; readonly ms: number },
): Promise<{ readonly done: number; readonly seconds: number }> {
  const startedMs = performance.now()
  const untilOver = function* (): Generator<undefined> {
    while (performance.now() - startedMs < ms) yield undefined
  }
  const done = await eachInFlight(untilOver(), inFlight, work)
  return { done, seconds: (performance.now() - startedMs) / 1_000 }
}

/** More of them wait too long for a connection where a machine is busy. */
const IN_FLIGHT = 100
const APPEND_MS_MAX = 60_000

/** Without a codec, events have no personal fields. */
interface Filled {
  readonly log: Pick<EventStore, 'append'>
  readonly codec?: Pick<Codec, 'encrypt'>
}

export const fillLog = ({ log, codec }: Filled, events: Iterable<ComingEvent>): Promise<unknown> =>
  eachInFlight(events, IN_FLIGHT, async ({ stream, event }) => {
    const encrypted = (await codec?.encrypt(stream, event)) ?? event
    await log.append(stream, 'noStream', [encrypted], { timeoutMs: APPEND_MS_MAX })
  })

const TAPPED_PROFILE = '5b0c2a5e-64a5-4c0e-9d51-6f8e6b1f7a31'

export const USER_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

/** A first tap, which counts as a visit. Smaller than 500 bytes, as real taps are. */
export function tapOf(visitId: string, visitorId: string, profileId = TAPPED_PROFILE): ComingEvent {
  const common = { profileId, visitorId, visitId, userAgent: USER_AGENT, language: 'es-CL,es;q=0.9' }
  const data = { ...common, source: 'nfc', request: 'get' }
  const actor = { kind: 'visitor', id: visitorId } as const
  const meta = { actor, occurredAt: '2026-09-01T12:00:00.000Z', correlationId: visitId, causationId: null }
  return {
    stream: visitStream(visitId),
    event: { id: visitId, type: 'ProfileTapped', version: 1, data, meta },
  }
}

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

/** Over one open connection, so that the time to connect is not measured. */
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
