import { liveMessage, type LiveMessage } from '@app/contracts/api/live-calls.ts'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

export interface LiveMessageReader {
  readonly onMessage: (message: LiveMessage) => void
  /** Last-Event-ID for the next connection. */
  readonly onId: (id: string) => void
  readonly onSign: () => void
}

/** Resolves when the stream ends or is aborted; rejects when the connection breaks. */
export async function readLive(
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
