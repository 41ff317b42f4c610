import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PROFILE_ID } from '@app/contracts/product.ts'
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
  const stream = profileStream(DEMO_PROFILE_ID)
  const isThere = async () => (await load(store, profile, stream)).state.status === 'created'
  const [created] = await readStream(store, stream, { limit: 1 })
  if (created === undefined) return
  const year: GeneratedEvent[] = []
  for (const event of demoYear(Date.parse(created.meta.occurredAt), events))
    if (year.push(event) % TURN_EVENTS === 0) await nextTurn()
  const last = year.pop()
  if (last === undefined || (await hasEvents(store, last.stream))) return
  // Only its pictures follow a new profile, or the year already does: a product in use keeps its figures.
  const since = await store.log.readAll(created.position, { limit: 1 + IMAGE_KINDS.length })
  const next = since.events.find(({ type }) => type !== 'ProfileImageSet')
  if (next !== undefined && !year.some((one) => one.stream === next.stream)) return
  for (let from = 0; from < year.length; from += CHUNK_EVENTS) {
    if (signal.aborted || !(await isThere())) return
    const chunk = year.slice(from, from + CHUNK_EVENTS)
    // Their ids make appends idempotent.
    const appends = chunk.map((one) => append(store, one.stream, 'noStream', [one.event]))
    const failed = (await Promise.allSettled(appends)).find((outcome) => outcome.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    await pause(PAUSE_MS)
  }
  // Appended alone: once it is there, so is the year.
  await append(store, last.stream, 'noStream', [last.event])
  say(`Tráfico de demostración: listo, ${events.toLocaleString('es-CL')} eventos de un año.`)
}
