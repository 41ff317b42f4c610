import type { After } from './paced.ts'
import { liveMessage, type LiveMessage } from '@app/contracts/api/live-calls.ts'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

interface LiveMessageReader {
  readonly onMessage: (message: LiveMessage) => void
  /** Last-Event-ID for the next connection. */
  readonly onId: (id: string) => void
  readonly onSign: () => void
}

/** Resolves when the stream ends or is aborted; rejects when the connection breaks. */
async function readLive(
  body: ReadableStream<Uint8Array>,
  on: LiveMessageReader,
  cut: AbortSignal,
): Promise<void> {
  const parser = createParser({
    onEvent: (event) => {
      const message = messageOf(event)
      if (event.id !== undefined) on.onId(event.id)
      if (message) on.onMessage(message)
    },
  })
  const letters = new TextDecoder()
  const reader = body.getReader()
  cut.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    on.onSign()
    parser.feed(letters.decode(part.value, { stream: true }))
  }
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

export interface LiveConnectionDeps {
  readonly open: (signal: AbortSignal) => Promise<Response>
  readonly cut: AbortController
  readonly after: After
  readonly onOpen: () => void
  readonly onSteady: () => void
  readonly onId: (id: string) => void
  /** `position`: of the log, if the message has one. */
  readonly onMessage: (message: LiveMessage, position: string | undefined) => void
}

/** `over`: do not reconnect. */
export type ConnectionEnd = 'lost' | 'over'

/** The server sends a heartbeat every 15 s. */
const SILENT_MS_MAX = 45_000
const STEADY_MS = 5_000
const FINAL_STATUSES: readonly number[] = [401, 403]

/** A network that drops without closing leaves the connection open for ever, so silence aborts it. */
function watch({ after, cut }: LiveConnectionDeps) {
  const begin = () => after(SILENT_MS_MAX, () => cut.abort())
  let callOff = begin()
  const stop = () => callOff()
  const onSign = () => {
    callOff()
    callOff = begin()
  }
  return { onSign, stop }
}

async function read(connection: LiveConnectionDeps, onSign: () => void, onOver: () => void): Promise<void> {
  const answer = await connection.open(connection.cut.signal)
  if (FINAL_STATUSES.includes(answer.status)) return onOver()
  if (!answer.ok || answer.body === null) return
  connection.onOpen()
  const callOff = connection.after(STEADY_MS, connection.onSteady)
  connection.cut.signal.addEventListener('abort', callOff)
  let position: string | undefined
  const onId = (id: string) => {
    position = id
    connection.onId(id)
  }
  const onMessage = (message: LiveMessage) => {
    connection.onMessage(message, position)
    if (message.type === 'ended') onOver()
  }
  await readLive(answer.body, { onSign, onId, onMessage }, connection.cut.signal)
}

export async function connectLive(connection: LiveConnectionDeps): Promise<ConnectionEnd> {
  const watchdog = watch(connection)
  let end: ConnectionEnd = 'lost'
  const onOver = () => {
    end = 'over'
    connection.cut.abort()
  }
  try {
    await read(connection, watchdog.onSign, onOver)
  } catch {
    // The caller reconnects after any error.
  } finally {
    watchdog.stop()
    connection.cut.abort()
  }
  return end
}
