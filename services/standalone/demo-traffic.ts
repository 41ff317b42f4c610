import { setTimeout as sleep } from 'node:timers/promises'
import type { EventStore } from '@app/contracts/event-store.ts'
import { isOutOfReach } from '@app/event-store/store-faults.ts'
import type { Log } from '@app/observability/log.ts'
import {
  appendChunk,
  beginDemoTraffic,
  demoChunks,
  findDemoProfile,
  isIncomplete,
} from './demo-traffic-log.ts'
import type { ProductDeps } from '@app/runtime/product-deps.ts'
import type { Settings } from '@app/settings/settings.ts'

const DEMO_EVENTS = 20_000
/** Gives calls of the product priority. */
const PAUSE_MS = 20
const EVENTS_A_LINE = 4_000
const WAIT_MS = { first: 1_000, most: 30_000 }

export interface DemoTrafficDeps {
  readonly store: EventStore
  readonly say: (line: string) => void
  readonly log: Pick<Log, 'error'>
  readonly events: number
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

export interface DemoTraffic {
  readonly ended: Promise<void>
  /** Resolves when pending appends are done; the next start continues. */
  stop(): Promise<void>
}

export async function openDemoTraffic({
  settings,
  backend: { store },
  say,
  log,
  onStop,
}: Pick<ProductDeps, 'say' | 'log' | 'onStop'> & {
  readonly settings: Pick<Settings, 'demo'>
  readonly backend: Pick<ProductDeps['backend'], 'store'>
}): Promise<() => void> {
  if (!settings.demo) return () => undefined
  await beginDemoTraffic(store, DEMO_EVENTS)
  return () => onStop(startDemoTraffic({ store, say, log, events: DEMO_EVENTS }).stop)
}

export function startDemoTraffic(deps: DemoTrafficDeps): DemoTraffic {
  const stopping = new AbortController()
  const ended = appendMissing(deps, stopping.signal).catch((error: unknown) => {
    if (stopping.signal.aborted) return
    deps.log.error({ err: error }, 'demo traffic stopped')
    deps.say('Tráfico de demostración: se detuvo por un error inesperado; el próximo inicio lo retoma.')
  })
  return {
    ended,
    stop: () => {
      stopping.abort()
      return ended
    },
  }
}

async function appendMissing(deps: DemoTrafficDeps, signal: AbortSignal): Promise<void> {
  const { store, say, events, pause = pauseUnless } = deps
  const retry = createRetry({ say, pause, signal })
  const made = await retry(() => findDemoProfile(store))
  if (made === undefined || !(await retry(() => isIncomplete(store, made.madeAtMs, events)))) return
  let done = 0
  for (const chunk of demoChunks(made.madeAtMs, events)) {
    if (signal.aborted || (await retry(() => findDemoProfile(store))) === undefined) return
    const wasMissing = await retry(() => appendChunk(store, chunk))
    done += chunk.length
    const passed = done - (done % EVENTS_A_LINE)
    if (wasMissing && done < events && passed > done - chunk.length)
      say(`Tráfico de demostración: ${figure(passed)} de ${figure(events)} eventos`)
    await pause(wasMissing ? PAUSE_MS : 0, signal)
  }
  say(`Tráfico de demostración: listo, ${figure(events)} eventos de un año.`)
}

const figure = (number: number): string => number.toLocaleString('es-CL')

const pauseUnless = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined)

/** Retries with a growing backoff while log or database are unavailable. */
function createRetry({
  say,
  pause,
  signal,
}: Required<Pick<DemoTrafficDeps, 'say' | 'pause'>> & { readonly signal: AbortSignal }) {
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    for (let waitMs = WAIT_MS.first; ; waitMs = Math.min(2 * waitMs, WAIT_MS.most)) {
      try {
        return await work()
      } catch (error) {
        if (signal.aborted || !isOutOfReach(error)) throw error
        if (waitMs === WAIT_MS.first)
          say('Tráfico de demostración: el registro de eventos no responde; se sigue intentando.')
        await pause(waitMs, signal)
        if (signal.aborted) throw error
      }
    }
  }
}
