import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventStore, Position, StoredEvent } from '@app/contracts/event-store.ts'
import { IMAGE_KINDS, profileStream } from '@app/contracts/events/profile-events.ts'
import { profile } from '@app/domain/profile.ts'
import { load } from '@app/event-store/handle.ts'
import { traffic, type GeneratedEvent } from '@app/generator/generate-traffic.ts'
import { DEMO_PROFILE_ID } from '@app/contracts/demo-profile.ts'
import { DEMO_NETWORKS } from '@app/runtime/first-start/ensure-demo-profile.ts'

/** Progress is only in the log: the first event marks the beginning, a chunk's last event its end. */

const SEED = 2026
/** As for an owner who gives the card to customers: half of the visits are by returning visitors. */
const RETURNING_PART = 0.52
const YEAR_MS = 365 * 86_400_000
/** Concurrent appends. Must not change, because a chunk's last event marks the chunk as complete. */
const CHUNK_EVENTS = 64
const TURN_EVENTS = 500

/** Ends at the profile's creation, so that every start generates the same year. */
const yearBefore = (endMs: number, events: number): Generator<GeneratedEvent> =>
  traffic({
    seed: SEED,
    profiles: [DEMO_PROFILE_ID],
    events,
    fromMs: endMs - YEAR_MS,
    toMs: endMs,
    networks: DEMO_NETWORKS,
    returningPart: RETURNING_PART,
  })

export function* demoChunks(endMs: number, events: number): Generator<readonly GeneratedEvent[]> {
  let chunk: GeneratedEvent[] = []
  for (const event of yearBefore(endMs, events)) {
    if (chunk.push(event) < CHUNK_EVENTS) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

export async function findDemoProfile(
  store: EventStore,
): Promise<{ readonly madeAtMs: number; readonly position: Position } | undefined> {
  const stream = profileStream(DEMO_PROFILE_ID)
  const [{ state }, [created]] = await Promise.all([
    load(store, profile, stream),
    store.readStream(stream, { limit: 1 }),
  ])
  if (state.status !== 'created' || created === undefined) return undefined
  return { madeAtMs: Date.parse(created.meta.occurredAt), position: created.position }
}

const isOfDemoPicture = ({ stream, type }: StoredEvent): boolean =>
  stream === profileStream(DEMO_PROFILE_ID) && type === 'ProfileImageSet'

/** Only before other events, so that a product in use keeps its figures. Runs first, so that a crash loses nothing. */
export async function beginDemoTraffic(store: EventStore, events: number): Promise<void> {
  const made = await findDemoProfile(store)
  if (made === undefined) return
  const since = await store.readAll(made.position, { limit: 1 + IMAGE_KINDS.length })
  if (!since.events.every(isOfDemoPicture) || !since.isAtHead) return
  const [first] = yearBefore(made.madeAtMs, events)
  if (first !== undefined) await append(store, first)
}

export async function isIncomplete(store: EventStore, endMs: number, events: number): Promise<boolean> {
  const year = yearBefore(endMs, events)
  const first = year.next()
  if (first.done === true || !(await isThere(store, first.value))) return false
  let last = first.value
  let passed = 0
  for (const event of year) {
    last = event
    passed += 1
    if (passed % TURN_EVENTS === 0) await nextTurn()
  }
  return !(await isThere(store, last))
}

/** Appends the last event after the others. @returns whether the chunk was missing */
export async function appendChunk(store: EventStore, chunk: readonly GeneratedEvent[]): Promise<boolean> {
  const last = chunk.at(-1)!
  if (await isThere(store, last)) return false
  const outcomes = await Promise.allSettled(chunk.slice(0, -1).map((one) => append(store, one)))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  await append(store, last)
  return true
}

const isThere = async (store: EventStore, { stream }: GeneratedEvent): Promise<boolean> =>
  (await store.head(stream)) !== 'noStream'

/** The id makes the append idempotent. */
const append = (store: EventStore, { stream, event }: GeneratedEvent) =>
  store.append(stream, 'noStream', [event])
