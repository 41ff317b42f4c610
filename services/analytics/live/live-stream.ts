import type { ServerResponse } from 'node:http'
import { type LiveMessage, getLive } from '@app/contracts/analytics.ts'
import type { Position } from '@app/contracts/event-store.ts'
import { Router } from 'express'
import { getOwnProfile } from '../../profiles/profile-access.ts'
import { positionInHeader } from '../../platform/http/parse-call.ts'
import { guardedFileRoute } from '../../platform/http/route.ts'
import type { Ctx } from '../../platform/ctx.ts'

export interface LiveStreamRequest {
  readonly accountId: string
  readonly sessionId: string
  /** In lower case. */
  readonly profileId: string
  /** Log position that the reader has reached, if it was connected before. */
  readonly lastEventId: Position | undefined
  /** @throws Refusal when, by the log, the stream is no longer theirs */
  readonly check: () => Promise<void>
}

export interface LiveStream extends LiveStreamRequest {
  /** Log position up to which everything was sent; undefined before the first message. */
  publishedTo: Position | undefined
  people: number
  say(message: LiveMessage, id?: Position): void
  beat(): void
  end(): void
}

const RETRY_MS = 2_000
/** An SSE comment: no message, but proxies and readers see that the connection lives. */
const HEARTBEAT = ':\n\n'
export const HEARTBEAT_MS = 14_000

export function messageText({ type, ...data }: LiveMessage, id?: Position): string {
  const place = id === undefined ? '' : `id: ${id}\n`
  return `${place}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
}

const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // A proxy that buffers the answer would delay every message.
  'X-Accel-Buffering': 'no',
  // An idle connection would keep the server from closing.
  Connection: 'close',
} as const

const LAST_WORDS_MS_MAX = 2_000

export function openStream(request: LiveStreamRequest, response: ServerResponse): LiveStream {
  /** A client that has not read the earlier messages is dropped, so that none are buffered for it. */
  function write(text: string): void {
    if (response.writableEnded || response.destroyed) return
    if (response.writableNeedDrain) response.destroy()
    else response.write(text)
  }
  response.writeHead(200, STREAM_HEADERS)
  response.write(`retry: ${RETRY_MS}\n\n`)
  return {
    ...request,
    publishedTo: undefined,
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

/** Reads the owner from the log: the read model may still have an owner who has just lost the profile. */
export function liveRoutes(deps: Ctx): Router {
  const { accessControl, store } = deps
  const router = Router()
  guardedFileRoute(router, deps, getLive, async ({ params, request, response }, principal) => {
    const { profileId } = params
    const { authorization } = request.headers
    await getOwnProfile(store, profileId, principal)
    if (request.method === 'HEAD') return void response.set(STREAM_HEADERS).end()
    const wanted = {
      accountId: principal.accountId,
      sessionId: principal.sessionId,
      profileId: profileId.toLowerCase(),
      lastEventId: positionInHeader(request.headers['last-event-id']),
      check: async () => {
        await getOwnProfile(store, profileId, await accessControl.principal('activated', authorization))
      },
    }
    deps.live.open(wanted, response)
  })
  return router
}
