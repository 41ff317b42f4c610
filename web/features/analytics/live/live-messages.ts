import { liveMessage, type LiveMessage } from '@app/contracts/api/live.ts'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

export interface LiveMessageReader {
  readonly onMessage: (message: LiveMessage) => void
  /** The place from which a later connection goes on. */
  readonly onId: (id: string) => void
  /** Anything at all, be it a heartbeat. */
  readonly onSign: () => void
}

/** Reads server-sent events until they end or are cut; rejects when the connection breaks. */
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

/** A server that is newer than this page may say more than it understands: that is logged and passed over. */
function messageOf({ event, data }: EventSourceMessage): LiveMessage | undefined {
  try {
    return liveMessage.parse({ ...(JSON.parse(data) as object), type: event })
  } catch (error) {
    console.error(`live: ${event ?? 'unnamed'} event not understood`, error)
    return undefined
  }
}
