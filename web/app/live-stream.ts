import { liveMessage, type LiveMessage } from '@app/contracts/analytics.ts'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { api, followRefusal, setCallHeaders, tokenOf } from './api.ts'
import type { AppStore } from './store.ts'
import { useStore } from 'react-redux'

interface Follower {
  readonly onMessage: (message: LiveMessage, position: string | undefined) => void
  readonly onStatus?: (status: LiveStatus) => void
}

/** Follows a profile with the session's token while the page is visible. @returns stops it; no message comes after that */
export const followProfile = (store: AppStore, profileId: string, { onMessage, onStatus }: Follower) =>
  followLive({
    open: (lastEventId, signal) =>
      openStreamCall(store, { path: `/figures/${encodeURIComponent(profileId)}/live`, lastEventId, signal }),
    onMessage: (message, position) => {
      onMessage(message, position)
      if (message.type === 'ended') store.dispatch(api.util.invalidateTags(['Account']))
    },
    onStatus: (status) => onStatus?.(status),
    after: afterMs,
    random: Math.random,
  })

type After = (ms: number, work: () => void) => () => void

const afterMs: After = (ms, work) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

export type LiveStatus = 'connecting' | 'connected' | 'reconnecting' | 'ended'

interface LiveStreamDeps {
  readonly open: (lastEventId: string | undefined, signal: AbortSignal) => Promise<Response>
  readonly onMessage: (message: LiveMessage, position: string | undefined) => void
  readonly onStatus: (status: LiveStatus) => void
  readonly after: After
  readonly random: () => number
}

/** The random part, so that dashboards do not all reconnect at once. */
const PAUSE_MS = { least: 500, more: 2_000 }
/** Three heartbeats of the server: a network that drops without closing sends nothing, for ever. */
const SILENT_MS_MAX = 45_000
/** A browser opens six connections to a host over HTTP/1.1: hidden tabs must leave them to the seventh. */
const HIDDEN_MS_MAX = 3_000
const FINAL_STATUSES: readonly number[] = [401, 403]

/** Reconnects while the page is visible, until stopped, or until the server ends the stream. @returns stops it */
export function followLive(deps: LiveStreamDeps): () => void {
  const { after, onStatus, random } = deps
  const gone = new AbortController()
  /** The current read or pause; aborted while the tab is hidden. */
  let current = new AbortController()
  let lastEventId: string | undefined
  let keepOpen = (): void => undefined

  async function connect(): Promise<void> {
    current.abort()
    const { signal } = (current = new AbortController())
    const isOver = await readOnce(deps, lastEventId, signal, (id) => (lastEventId = id))
    if (signal.aborted) return
    onStatus(isOver ? 'ended' : 'reconnecting')
    if (isOver) return stop()
    const callOff = after(PAUSE_MS.least + PAUSE_MS.more * random(), () => void connect())
    signal.addEventListener('abort', callOff)
  }
  function rest(): void {
    current.abort()
    onStatus('reconnecting')
  }
  function onVisibility(): void {
    keepOpen()
    if (document.visibilityState === 'hidden') keepOpen = after(HIDDEN_MS_MAX, rest)
    else if (current.signal.aborted) void connect()
  }
  function stop(): void {
    keepOpen()
    gone.abort()
    current.abort()
  }
  if (document.visibilityState === 'hidden') current.abort()
  else void connect()
  document.addEventListener('visibilitychange', onVisibility, { signal: gone.signal })
  // The connection may be dead.
  const renew = () => !current.signal.aborted && void connect()
  window.addEventListener('online', renew, { signal: gone.signal })
  return stop
}

/** Until the stream ends or breaks, or the signal. @returns whether the session is over */
async function readOnce(
  { open, onMessage, onStatus, after }: LiveStreamDeps,
  lastEventId: string | undefined,
  left: AbortSignal,
  onId: (id: string) => void,
): Promise<boolean> {
  const cut = new AbortController()
  const { signal } = cut
  left.addEventListener('abort', () => cut.abort())
  let callOff = after(SILENT_MS_MAX, () => cut.abort())
  let isOver = false
  try {
    const answer = await open(lastEventId, signal)
    if (FINAL_STATUSES.includes(answer.status)) return true
    if (!answer.ok || answer.body === null || signal.aborted) return false
    onStatus('connected')
    let position: string | undefined
    const onEvent = (event: EventSourceMessage): void => {
      if (signal.aborted) return
      const message = messageOf(event)
      if (event.id !== undefined) onId((position = event.id))
      if (message !== undefined) onMessage(message, position)
      if (message?.type === 'ended') isOver = true
    }
    const parser = createParser({ onEvent })
    const letters = new TextDecoder()
    const reader = answer.body.getReader()
    signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      callOff()
      callOff = after(SILENT_MS_MAX, () => cut.abort())
      parser.feed(letters.decode(part.value, { stream: true }))
      if (isOver) break
    }
  } catch {
    // The caller reconnects after any error.
  } finally {
    callOff()
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

export const useAppStore = useStore.withTypes<AppStore>()

interface StreamCall {
  readonly path: string
  readonly lastEventId: string | undefined
  readonly signal: AbortSignal
}

/** RTK Query cannot stream: it clones the response body. EventSource cannot send the token header. */
async function openStreamCall(store: AppStore, call: StreamCall): Promise<Response> {
  const askedWith = tokenOf(store.getState())
  const headers = new Headers({ accept: 'text/event-stream' })
  setCallHeaders(headers, store.getState(), true)
  if (call.lastEventId !== undefined) headers.set('last-event-id', call.lastEventId)
  const answer = await fetch(`/api${call.path}`, { headers, signal: call.signal, cache: 'no-store' })
  if (!answer.ok && askedWith && askedWith === tokenOf(store.getState())) {
    followRefusal({ status: answer.status, data: await bodyOf(answer) }, store)
  }
  return answer
}

async function bodyOf(answer: Response): Promise<unknown> {
  try {
    return await answer.clone().json()
  } catch {
    return undefined
  }
}
