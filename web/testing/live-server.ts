import type { LiveFact } from '@app/contracts/analytics.ts'
import { http, HttpResponse } from 'msw'

const letters = new TextEncoder()

/** One connection to the fake stream, seen from its server. */
export interface Connection {
  readonly request: Request
  readonly say: (text: string) => void
  readonly tell: (type: string, data: object, id?: string) => void
  readonly close: () => void
  readonly drop: () => void
}

function connectionOf(request: Request, stream: ReadableStreamDefaultController<Uint8Array>): Connection {
  const say = (text: string) => stream.enqueue(letters.encode(text))
  return {
    request,
    say,
    tell: (type, data, id) =>
      say(`${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`),
    close: () => stream.close(),
    drop: () => stream.error(new TypeError('the connection is lost')),
  }
}

/** A stream as the server speaks it; `connections` are those made so far. */
export function liveServer() {
  const connections: Connection[] = []
  const answer = (request: Request): Response =>
    new HttpResponse(
      new ReadableStream<Uint8Array>({
        start: (stream) => {
          connections.push(connectionOf(request, stream))
        },
      }),
      { headers: { 'content-type': 'text/event-stream' } },
    )
  const handler = http.get('*/api/figures/:profileId/live', ({ request }) => answer(request))
  return { connections, answer, handler }
}

/** Further requests of the dashboard's screens, for tests of something else. */
export const quietCalls = () => [
  liveServer().handler,
  http.get('*/api/figures/:profileId/edits', () => HttpResponse.json([])),
  http.get('*/api/figures/:profileId/insights', () => HttpResponse.json([])),
  http.get('*/api/auth/sessions', () => HttpResponse.json([])),
  http.head('*/healthz', () => new HttpResponse()),
]

export const visitFact: LiveFact = {
  id: '00000000-0000-4000-8000-0000000000a1',
  at: '2026-11-20T17:05:00.000Z',
  kind: 'tap',
  network: null,
  source: 'nfc',
  device: 'iphone',
  excluded: null,
}
