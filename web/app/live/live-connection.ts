import type { LiveMessage } from '@app/contracts/api/live-calls.ts'
import { readLive } from './read-live.ts'
import type { After } from './paced.ts'

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
