import { liveMessage, type LiveMessage } from '@app/contracts/api/live-calls.ts'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** Schedules work; the returned function cancels it. */
export type After = (ms: number, work: () => void) => () => void

export const afterMs: After = (ms, work) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

export type LiveStatus = 'connecting' | 'connected' | 'reconnecting' | 'ended'

interface LiveStreamDeps {
  readonly open: (lastEventId: string | undefined, signal: AbortSignal) => Promise<Response>
  /** `position`: of the log, if the message has one. */
  readonly onMessage: (message: LiveMessage, position: string | undefined) => void
  readonly onStatus: (status: LiveStatus) => void
  readonly after: After
  readonly random: () => number
}

export interface ReconnectingStream {
  /** Reconnects without delay, in case the connection is dead. */
  readonly renew: () => void
  readonly rest: () => void
  readonly resume: () => void
  readonly stop: () => void
}

const DELAY_MS = 500
const DELAY_MS_MAX = 30_000
/** The server sends a heartbeat every 15 s; a network that drops without closing sends nothing, for ever. */
const SILENT_MS_MAX = 45_000
const STEADY_MS = 5_000
const FINAL_STATUSES: readonly number[] = [401, 403]

/** Reconnects until stopped, or until the server ends the stream. */
export function followLive(deps: LiveStreamDeps): ReconnectingStream {
  const { after, onStatus } = deps
  let phase: 'reading' | 'waiting' | 'resting' | 'over' = 'waiting'
  let cut = new AbortController()
  let callOff = (): void => undefined
  let lastEventId: string | undefined
  let failures = 0

  function leave(to: typeof phase): void {
    phase = to
    callOff()
    cut.abort()
  }
  async function connect(): Promise<void> {
    leave('reading')
    const own = new AbortController()
    cut = own
    const isOver = await readOnce({ ...deps, open: (signal) => deps.open(lastEventId, signal) }, own, {
      onId: (id) => {
        lastEventId = id
      },
      onSteady: () => {
        failures = 0
      },
    })
    if (cut !== own || phase !== 'reading') return
    leave(isOver ? 'over' : 'waiting')
    onStatus(isOver ? 'ended' : 'reconnecting')
    if (isOver) return
    // Half of it is random, so that dashboards do not all reconnect at once.
    const delayMs = Math.min(DELAY_MS * 2 ** failures, DELAY_MS_MAX)
    failures += 1
    callOff = after(delayMs / 2 + (delayMs / 2) * deps.random(), () => void connect())
  }
  void connect()
  return {
    renew: () => {
      if (phase === 'reading' || phase === 'waiting') void connect()
    },
    rest: () => {
      if (phase === 'over') return
      leave('resting')
      onStatus('reconnecting')
    },
    resume: () => {
      if (phase === 'waiting' || phase === 'resting') void connect()
    },
    stop: () => leave('over'),
  }
}

interface Connection extends Omit<LiveStreamDeps, 'open'> {
  readonly open: (signal: AbortSignal) => Promise<Response>
}
interface Signs {
  readonly onId: (id: string) => void
  readonly onSteady: () => void
}

/** Until the stream ends or breaks. @returns whether the session is over */
async function readOnce(deps: Connection, cut: AbortController, signs: Signs): Promise<boolean> {
  const { signal } = cut
  const silence = () => deps.after(SILENT_MS_MAX, () => cut.abort())
  const callOffs = { silence: silence(), steady: (): void => undefined }
  let isOver = false
  try {
    const answer = await deps.open(signal)
    if (FINAL_STATUSES.includes(answer.status)) return true
    if (!answer.ok || answer.body === null || signal.aborted) return false
    deps.onStatus('connected')
    callOffs.steady = deps.after(STEADY_MS, signs.onSteady)
    let position: string | undefined
    const onEvent = (event: EventSourceMessage): void => {
      if (signal.aborted) return
      const message = messageOf(event)
      if (event.id !== undefined) signs.onId((position = event.id))
      if (message !== undefined) deps.onMessage(message, position)
      if (message?.type === 'ended') isOver = true
    }
    const parser = createParser({ onEvent })
    const letters = new TextDecoder()
    const reader = answer.body.getReader()
    signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      callOffs.silence()
      callOffs.silence = silence()
      parser.feed(letters.decode(part.value, { stream: true }))
      if (isOver) break
    }
  } catch {
    // The caller reconnects after any error.
  } finally {
    callOffs.silence()
    callOffs.steady()
    cut.abort()
  }
  return isOver
}

/** A newer server may send messages that this page does not know: log and skip them. */
function messageOf({ event, data }: EventSourceMessage): LiveMessage | undefined {
  try {
    return liveMessage.parse({ ...(JSON.parse(data) as object), type: event })
  } catch (error) {
    console.error(`live: ${event ?? 'unnamed'} event not understood`, error)
    return undefined
  }
}
