import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PROFILE_ID } from '@app/contracts/product.ts'
import type { Position } from '@app/contracts/event-store.ts'
import { IMAGE_KINDS, profileStream } from '@app/contracts/profiles.ts'
import { profile } from '../profiles/profile.ts'
import { readStream } from '../kernel/codec.ts'
import { append, hasEvents, load, type Events } from '../kernel/commands.ts'
import { traffic, type GeneratedEvent } from './generator/traffic.ts'
import type { Ctx } from '../platform/ctx.ts'
import { DEMO_NETWORKS } from './first-start/first-content.ts'

const DEMO_EVENTS = 20_000
const YEAR_MS = 365 * 86_400_000
/** Concurrent appends, and a pause after them that gives calls of the product priority. */
const CHUNK_EVENTS = 64
const PAUSE_MS = 20
/** Drawn at once. */
const TURN_EVENTS = 500

/** Ends at the profile's creation, so that every start generates the same year. */
export const demoYear = (endMs: number, events: number): Generator<GeneratedEvent> =>
  traffic({
    seed: 2026,
    profiles: [DEMO_PROFILE_ID],
    events,
    fromMs: endMs - YEAR_MS,
    toMs: endMs,
    networks: DEMO_NETWORKS,
  })

async function findDemoProfile(store: Events) {
  const stream = profileStream(DEMO_PROFILE_ID)
  const [{ state }, [created]] = await Promise.all([
    load(store, profile, stream),
    readStream(store, stream, { limit: 1 }),
  ])
  if (state.status !== 'created' || created === undefined) return undefined
  return { madeAtMs: Date.parse(created.meta.occurredAt), position: created.position }
}

export interface DemoTraffic extends Pick<Ctx, 'say'> {
  readonly store: Events
  readonly log: Pick<Ctx['log'], 'error'>
  readonly events?: number
  readonly pause?: (ms: number) => Promise<unknown>
}

/** `stop` resolves when pending appends are done; the next start continues. */
export function startDemoTraffic(deps: DemoTraffic) {
  const stopping = new AbortController()
  const ended = appendMissing(deps, stopping.signal).catch((error: unknown) => {
    if (stopping.signal.aborted) return
    deps.log.error({ err: error }, 'demo traffic stopped')
    deps.say('Tráfico de demostración: se detuvo por un error inesperado; el próximo inicio lo retoma.')
  })
  return {
    ended,
    stop: (): Promise<void> => {
      stopping.abort()
      return ended
    },
  }
}

async function appendMissing(
  { store, say, events = DEMO_EVENTS, pause = sleep }: DemoTraffic,
  signal: AbortSignal,
): Promise<void> {
  const made = await findDemoProfile(store)
  if (made === undefined) return
  const year: GeneratedEvent[] = []
  for (const event of demoYear(made.madeAtMs, events))
    if (year.push(event) % TURN_EVENTS === 0) await nextTurn()
  if ((await isThere(store, year.at(-1))) || !(await isUnused(store, made.position, year))) return
  for (let from = 0; from < events; from += CHUNK_EVENTS) {
    if (signal.aborted || (await findDemoProfile(store)) === undefined) return
    await appendChunk(store, year.slice(from, from + CHUNK_EVENTS))
    await pause(PAUSE_MS)
  }
  say(`Tráfico de demostración: listo, ${events.toLocaleString('es-CL')} eventos de un año.`)
}

/** Only its pictures follow the profile, or the year already does: a product in use keeps its figures. */
async function isUnused(store: Events, made: Position, year: readonly GeneratedEvent[]): Promise<boolean> {
  const since = await store.log.readAll(made, { limit: 1 + IMAGE_KINDS.length })
  const ours = new Set(year.slice(0, CHUNK_EVENTS).map(({ stream }) => stream))
  const next = since.events.find(({ type }) => type !== 'ProfileImageSet')
  return next === undefined || ours.has(next.stream)
}

/** The last event of a chunk is appended after the others, and so marks the end. */
async function appendChunk(store: Events, chunk: readonly GeneratedEvent[]): Promise<void> {
  const last = chunk.at(-1)!
  if (await isThere(store, last)) return
  const outcomes = await Promise.allSettled(chunk.slice(0, -1).map((one) => appendOne(store, one)))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  await appendOne(store, last)
}

const isThere = async (store: Events, one: GeneratedEvent | undefined): Promise<boolean> =>
  one !== undefined && (await hasEvents(store, one.stream))

/** The id makes the append idempotent. */
const appendOne = (store: Events, { stream, event }: GeneratedEvent) =>
  append(store, stream, 'noStream', [event])
