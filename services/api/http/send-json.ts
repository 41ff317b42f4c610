import type { ServerResponse } from 'node:http'

/** As Express's `response.json`, without what that looks up for answers of other kinds. */
export function sendJson(response: ServerResponse, status: number, answer: unknown): void {
  const bytes = Buffer.from(JSON.stringify(answer))
  response.statusCode = status
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', bytes.length)
  response.end(bytes)
}
