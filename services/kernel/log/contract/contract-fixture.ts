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
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { OpenOptions, StoreHarness } from './harness.ts'
import { randomFor, type RandomValues } from './random.ts'
import { isLong } from '../../../../tests/support/longer-runs.ts'
import { WAIT_MS_MAX } from '../../../../tests/support/wait-limit.ts'

/** Heavy cases run at full size. */
export const LONG = isLong

/** By titles, which begin with the case's number, plus a letter where a case has several tests. */
export type ContractCases = Readonly<Record<string, (world: World) => Promise<void>>>

/** The fixture of one case; everything that it opens ends with it. */
export interface World {
  readonly harness: StoreHarness
  readonly store: EventStore
  /** Head of the log when the case began: the log may hold other cases' events before it. */
  readonly start: Position
  readonly random: RandomValues
  /** Another handle on the same log. */
  readonly open: (options?: OpenOptions) => Promise<EventStore>
  /** Has a store disposed at the end of the case. */
  readonly keep: (store: Promise<EventStore>) => Promise<EventStore>
  readonly freshHarness: () => Promise<StoreHarness>
  readonly stream: (prefix?: string) => string
  readonly event: (change?: Partial<NewEvent>) => NewEvent
  readonly events: (count: number, change?: Partial<NewEvent>) => NewEvent[]
}

export async function openWorld(
  title: string,
  harness: StoreHarness,
  openHarness: () => Promise<StoreHarness>,
): Promise<World & { end(): Promise<void> }> {
  const random = randomFor(title)
  const endings: (() => Promise<unknown>)[] = []
  const ending = <T>(thing: T, end: () => Promise<unknown>): T => {
    endings.unshift(end)
    return thing
  }
  const keep = async (opening: Promise<EventStore>) => {
    const store = await opening
    return ending(store, () => store.dispose())
  }
  const event = (change: Partial<NewEvent> = {}) => ({ ...madeEvent(random.uuid()), ...change })
  const store = await keep(harness.open())
  return {
    harness,
    store,
    start: await store.headPosition(),
    random,
    keep,
    open: (options) => keep(harness.open(options)),
    freshHarness: async () => {
      const fresh = await openHarness()
      return ending(fresh, () => fresh.dispose())
    },
    stream: (prefix = 'case-') => prefix + random.uuid(),
    event,
    events: (count, change) => Array.from({ length: count }, () => event(change)),
    end: async () => {
      for (const end of endings) await end()
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

/** The StoreError that a call must fail with. */
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

/** Retries, as a caller would, while the store says that a retry may help. */
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

/** Appends one event to a stream of its own, as soon as the store accepts it. */
export const appendUntilAvailable = ({ stream, event }: World, store: EventStore, sent = event()) => {
  const name = stream()
  return untilAvailable(() => store.append(name, 'noStream', [sent]))
}

/** Everything after a position, page after page. */
export async function readOn(
  store: EventStore,
  after: Position,
  options: { readonly limit?: number; readonly filter?: Filter } = {},
): Promise<StoredEvent[]> {
  const all: StoredEvent[] = []
  for (let place = after; ;) {
    const page = await store.readAll(place, options)
    mustGoOn(place, page)
    all.push(...page.events)
    if (page.isAtHead) return all
    place = page.scannedTo
  }
}

/** Otherwise a reader that continues after a page would never end, or skip events. */
export function mustGoOn(after: Position, { events, scannedTo, isAtHead }: LogPage): void {
  if (events.some(({ position }) => position <= after || position > scannedTo))
    throw new Error(`a page after ${after} up to ${scannedTo} has events outside of it`)
  if (scannedTo < after || (scannedTo === after && !isAtHead))
    throw new Error(`a page after ${after} goes to ${scannedTo}, and is not at the head`)
}

/** Some turns of the event loop, or none: makes writers and readers meet in many orders. */
export async function aMoment(random: RandomValues): Promise<void> {
  const turns = random.int(4)
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

export const idsOf = (events: readonly { readonly id: string }[]): readonly string[] =>
  events.map(({ id }) => id)

export const elapsedMs = async (work: Promise<unknown>): Promise<number> => {
  const startedMs = performance.now()
  await work.catch(() => {})
  return performance.now() - startedMs
}
