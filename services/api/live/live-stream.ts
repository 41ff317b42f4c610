import type { ServerResponse } from 'node:http'
import type { LiveMessage } from '@app/contracts/api/live.ts'
import type { Position } from '@app/contracts/event-store.ts'
import { GREETING, HEARTBEAT, messageText } from './live-messages.ts'

/** Who asks for what. */
export interface LiveAsked {
  readonly accountId: string
  readonly sessionId: string
  /** As all code compares it. */
  readonly profileId: string
  /** Up to where the reader knows everything already, if it was here before. */
  readonly lastEventId: Position | undefined
  /** The token's end. */
  readonly endsAtMs: number
  /** @throws Refusal once the stream is no longer theirs, by what the log says now */
  readonly check: () => Promise<void>
}

/** One open stream. */
export interface LiveStream extends LiveAsked {
  /** Up to where it was told everything; undefined before its first message. */
  toldTo: Position | undefined
  /** As it was last told. */
  people: number
  say(message: LiveMessage, id?: Position): void
  beat(): void
  /** Nothing more comes, for whatever reason the last message gave. */
  end(): void
}

export const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // A proxy that gathers the answer first would hold back every message.
  'X-Accel-Buffering': 'no',
  // Once it has ended nothing keeps a server from closing.
  Connection: 'close',
} as const

/** How long an ended stream may take to be read to its end. */
const LAST_WORDS_MS_MAX = 2_000

export function openStream(asked: LiveAsked, response: ServerResponse): LiveStream {
  /** Who has not read what came before is dropped: what is not read is not kept for them either. */
  function write(text: string): void {
    if (response.writableEnded || response.destroyed) return
    if (response.writableNeedDrain) response.destroy()
    else response.write(text)
  }
  response.writeHead(200, STREAM_HEADERS)
  response.write(GREETING)
  return {
    ...asked,
    toldTo: undefined,
    people: 0,
    say: (message, id) => write(messageText(message, id)),
    beat: () => write(HEARTBEAT),
    end: () => {
      if (response.writableEnded || response.destroyed) return
      if (response.writableNeedDrain) response.destroy()
      else response.end()
      response.socket?.setTimeout(LAST_WORDS_MS_MAX, () => response.destroy())
    },
  }
}
