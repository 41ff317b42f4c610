import {
  StoreError,
  isStoreError,
  type EventStore,
  type Filter,
  type LogPage,
  type NewEvent,
  type Position,
  type StoreErrorCode,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import { createRandom, intBelow, uuidOf } from '../../../product/generator/random.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { WAIT_MS_MAX } from '../../../../tests/support/wait-limit.ts'

export interface StoreHarness {
  /** Another handle on the same log, as another process would open it. @param scannedEventsMax by one read of the log */
  open(options?: { readonly scannedEventsMax?: number }): Promise<EventStore>
  /** Kills the server; handles opened before must recover once it is started, or fail cleanly until they do. */
  stopServer(): Promise<void>
  /** Does nothing where the server runs already; so does `thawServer` where it answers. */
  startServer(): Promise<void>
  /** From now on the server accepts, and never answers. */
  freezeServer(): Promise<void>
  thawServer(): Promise<void>
  /** An event of another program, with data or meta that we would never write. */
  writeForeign(raw: ForeignEvent): Promise<void>
  dispose(): Promise<void>
}

interface ForeignEvent {
  readonly stream: string
  readonly type: string
  readonly dataText: string
  readonly metaText: string
}

/** By titles, which begin with the case's number. */
export type ContractCases = Readonly<Record<string, (world: World) => Promise<void>>>

export interface World {
  readonly harness: StoreHarness
  readonly store: EventStore
  /** Head of the log when the case began: the log may hold other cases' events before it. */
  readonly start: Position
  /** 0 up to, not including, `below`. */
  readonly int: (below: number) => number
  readonly open: StoreHarness['open']
  readonly freshHarness: () => Promise<StoreHarness>
  readonly stream: () => string
  readonly event: (change?: Partial<NewEvent>) => NewEvent
  readonly events: (count: number, change?: Partial<NewEvent>) => NewEvent[]
}

export async function openWorld(
  title: string,
  harness: StoreHarness,
  openHarness: () => Promise<StoreHarness>,
): Promise<World & { end(): Promise<void> }> {
  const random = createRandom(Number(process.env.TEST_SEED), title)
  const opened: { dispose(): Promise<void> }[] = []
  const keep = async <Disposable extends { dispose(): Promise<void> }>(opening: Promise<Disposable>) => {
    const one = await opening
    opened.unshift(one)
    return one
  }
  const event = (change: Partial<NewEvent> = {}) => ({ ...madeEvent(uuidOf(random)), ...change })
  const store = await keep(harness.open())
  return {
    harness,
    store,
    start: await store.headPosition(),
    int: (below) => intBelow(random, below),
    open: (options) => keep(harness.open(options)),
    freshHarness: () => keep(openHarness()),
    stream: () => `case-${uuidOf(random)}`,
    event,
    events: (count, change) => Array.from({ length: count }, () => event(change)),
    end: async () => {
      for (const one of opened) await one.dispose()
    },
  }
}

const madeEvent = (id: string): NewEvent => ({
  id,
  type: 'ProfileTapped',
  version: 1,
  data: { visitId: id, source: 'nfc' },
  meta: {
    actor: { kind: 'visitor', id: 'ana' },
    occurredAt: '2026-03-02T12:00:00.000Z',
    correlationId: id,
    causationId: null,
  },
})

export async function restart({ harness }: World): Promise<void> {
  await harness.stopServer()
  await harness.startServer()
}

export async function refusal(
  work: Promise<unknown>,
  ...codes: readonly StoreErrorCode[]
): Promise<StoreError> {
  const outcome: unknown = await work.then(
    (answer) => ({ answer }),
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(StoreError)
  const error = outcome as StoreError
  expect(codes, error.message).toContain(error.code)
  return error
}

export async function untilAvailable<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + WAIT_MS_MAX
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isStoreError(error) || !error.retryable || Date.now() > deadline) throw error
      await delay(20)
    }
  }
}

export const appendUntilAvailable = ({ stream, event }: World, store: EventStore, sent = event()) => {
  const name = stream()
  return untilAvailable(() => store.append(name, 'noStream', [sent]))
}

export async function pagesOf(
  store: EventStore,
  after: Position,
  options: { readonly limit?: number; readonly filter?: Filter } = {},
): Promise<readonly LogPage[]> {
  const pages: LogPage[] = []
  for (let place = after; ;) {
    const page = await store.readAll(place, options)
    mustGoOn(place, page)
    pages.push(page)
    if (page.isAtHead) return pages
    place = page.scannedTo
  }
}

export const readOn = async (...of: Parameters<typeof pagesOf>): Promise<readonly StoredEvent[]> =>
  (await pagesOf(...of)).flatMap(({ events }) => events)

/** Otherwise a reader that continues after a page would never end, or skip events. */
export function mustGoOn(after: Position, { events, scannedTo, isAtHead }: LogPage): void {
  if (events.some(({ position }) => position <= after || position > scannedTo))
    throw new Error(`a page after ${after} up to ${scannedTo} has events outside of it`)
  if (scannedTo < after || (scannedTo === after && !isAtHead))
    throw new Error(`a page after ${after} goes to ${scannedTo}, and is not at the head`)
}

export const idsOf = (events: readonly { readonly id: string }[]): readonly string[] =>
  events.map(({ id }) => id)
