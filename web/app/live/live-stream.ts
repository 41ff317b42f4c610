import type { LiveMessage } from '@app/contracts/api/live-calls.ts'
import { connectLive } from './live-connection.ts'
import type { After } from './paced.ts'
import { reconnectDelay } from './reconnect-delay.ts'

interface Pause {
  /** Without `ms` it waits until `end` or `skip`. */
  readonly wait: (ms: number | undefined) => Promise<void>
  readonly end: () => void
  /** Ends the current pause, or else the next one. */
  readonly skip: () => void
}

function createPause(after: After): Pause {
  let ended = false
  let onEnd = (): void => undefined
  return {
    wait: async (ms) => {
      let callOff = (): void => undefined
      if (!ended) {
        await new Promise<void>((resolve) => {
          onEnd = resolve
          if (ms !== undefined) callOff = after(ms, resolve)
        })
      }
      callOff()
      ended = false
    },
    end: () => onEnd(),
    skip: () => {
      ended = true
      onEnd()
    },
  }
}

export type LiveStatus = 'connecting' | 'connected' | 'reconnecting' | 'ended'

export interface ReconnectingStreamDeps {
  readonly open: (lastEventId: string | undefined, signal: AbortSignal) => Promise<Response>
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

/** Reconnects until stopped, or until the server ends the stream. */
export function followLive(deps: ReconnectingStreamDeps): ReconnectingStream {
  const pause = createPause(deps.after)
  let wanted: 'running' | 'resting' | 'stopped' = 'running'
  let cut = new AbortController()
  let lastEventId: string | undefined
  let failures = 0

  const connect = () =>
    connectLive({
      open: (signal) => deps.open(lastEventId, signal),
      cut,
      after: deps.after,
      onOpen: () => deps.onStatus('connected'),
      onSteady: () => {
        failures = 0
      },
      onId: (id) => {
        lastEventId = id
      },
      onMessage: deps.onMessage,
    })
  const isStopped = () => wanted === 'stopped'
  async function follow(): Promise<void> {
    while (!isStopped()) {
      cut = new AbortController()
      if (wanted === 'running' && (await connect()) === 'over') return deps.onStatus('ended')
      if (!isStopped()) deps.onStatus('reconnecting')
      await pause.wait(wanted === 'running' ? reconnectDelay(failures, deps.random()) : undefined)
      failures += 1
    }
  }
  const leave = (to: typeof wanted) => {
    wanted = to
    pause.skip()
    cut.abort()
  }
  void follow()
  return {
    renew: () => leave(wanted),
    rest: () => leave('resting'),
    stop: () => leave('stopped'),
    resume: () => {
      if (wanted === 'resting') wanted = 'running'
      pause.end()
    },
  }
}
