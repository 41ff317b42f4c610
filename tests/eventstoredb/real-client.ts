import { expect, onTestFinished } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import { EventStoreDBClient, jsonEvent, streamNameFilter } from '@eventstore/db-client'
import type { AllStreamResolvedEvent } from '@eventstore/db-client'
import { openStandIn, type StandIn, type StandInOptions } from './stand-in-process.ts'
import { eventually } from '../support/eventually.ts'

/** Connections of the real client to a stand-in, for one test. */

const DISPOSE_MS_MAX = 200

export interface ClientFixture {
  readonly standIn: StandIn
  readonly client: EventStoreDBClient
  /** Another client with its own connection. */
  readonly anotherClient: () => EventStoreDBClient
}

export async function openClientFixture(options?: StandInOptions): Promise<ClientFixture> {
  const standIn = await openStandIn(options)
  onTestFinished(() => standIn.dispose())
  const anotherClient = () => clientAt(standIn.url)
  return { standIn, client: anotherClient(), anotherClient }
}

export function clientAt(url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url)
  // It may hang (finding 12).
  onTestFinished(() => Promise.race([client.dispose(), pause(DISPOSE_MS_MAX)]))
  return client
}

/** With credentials the client uses the plain Append call. */
const CREDENTIALS = { username: 'admin', password: 'changeit' }

export type Expected = 'any' | 'no_stream' | 'stream_exists' | bigint

export interface TestEvent {
  readonly number: number
  readonly type?: string
  readonly pad?: number
}

const ID_DIGITS = 12

export const eventId = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(ID_DIGITS, '0')}`

const written = ({ number, type = 'Seen', pad = 0 }: TestEvent) =>
  jsonEvent({ id: eventId(number), type, data: { number, pad: 'x'.repeat(pad) } })

/** Appends by the plain call. Numbers stand for events and their ids. */
export const append = (
  client: EventStoreDBClient,
  stream: string,
  expectedRevision: Expected,
  events: readonly (number | TestEvent)[],
  deadline?: number,
) =>
  client.appendToStream(
    stream,
    events.map((event) => written(typeof event === 'number' ? { number: event } : event)),
    { expectedRevision, credentials: CREDENTIALS, ...(deadline === undefined ? {} : { deadline }) },
  )

/** Appends by the client's default: BatchAppend, if the server offers it. */
export const appendByDefault = (client: EventStoreDBClient, stream: string, number: number) =>
  client.appendToStream(stream, written({ number }), { expectedRevision: 'any' })

/** The outcome of a promise, or that it is pending. */
export async function endOf(promise: Promise<unknown>, withinMs: number): Promise<unknown> {
  const hung = Symbol('hung')
  const end = await Promise.race([promise.catch((error: unknown) => error), pause(withinMs, hung)])
  return end === hung ? 'hung' : end
}

export const numbersOf = (read: readonly AllStreamResolvedEvent[]): readonly unknown[] =>
  read.filter(({ event }) => event?.type === 'Seen').map(({ event }) => numberIn(event?.data))

const numberIn = (data: unknown): number => (data as TestEvent).number

export async function readAll(
  client: EventStoreDBClient,
  options: Parameters<EventStoreDBClient['readAll']>[0] = {},
): Promise<readonly AllStreamResolvedEvent[]> {
  const read: AllStreamResolvedEvent[] = []
  for await (const event of client.readAll(options)) read.push(event)
  return read
}

export async function streamNumbers(client: EventStoreDBClient, stream: string): Promise<readonly unknown[]> {
  const numbers: unknown[] = []
  for await (const { event } of client.readStream(stream)) numbers.push(numberIn(event?.data))
  return numbers
}

export interface Place {
  readonly commit: bigint
  readonly prepare: bigint
}

export interface Heard {
  readonly events: AllStreamResolvedEvent[]
  readonly checkpoints: readonly Place[]
  /** Resolves with the end of the subscription. */
  readonly ended: Promise<unknown>
  /** Resolves after this many events. */
  readonly until: (count: number) => Promise<void>
  readonly caughtUp: Promise<void>
  readonly caughtUps: () => number
}

const LOOK_MS = 2

/** Subscribes to streams of a prefix, or without one to everything. */
export function listen(
  client: EventStoreDBClient,
  fromPosition: 'start' | 'end' | Place,
  options: { readonly prefix?: string; readonly window?: number } = {},
): Heard {
  const checkpoints: Place[] = []
  const filter =
    options.prefix === undefined
      ? undefined
      : streamNameFilter({
          prefixes: [options.prefix],
          maxSearchWindow: options.window ?? 32,
          checkpointReached: async (_, position) => void checkpoints.push(position),
        })
  const subscription = client.subscribeToAll({ fromPosition, ...(filter === undefined ? {} : { filter }) })
  const events: AllStreamResolvedEvent[] = []
  let caughtUps = 0
  const caughtUp = new Promise<void>((resolve) => {
    subscription.on('caughtUp', () => {
      caughtUps++
      resolve()
    })
  })
  const hear = async (): Promise<unknown> => {
    try {
      for await (const event of subscription) events.push(event)
      return 'ended'
    } catch (error) {
      return error
    }
  }
  const until = async (count: number): Promise<void> => {
    await eventually(() => expect(events.length).toBeGreaterThanOrEqual(count), { everyMs: LOOK_MS })
  }
  return { events, checkpoints, ended: hear(), until, caughtUp, caughtUps: () => caughtUps }
}
