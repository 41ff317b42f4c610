import type { ServerResponse } from 'node:http'

/** Like Express's `response.json`, without its work for other types. */
export function sendJson(response: ServerResponse, status: number, answer: unknown): void {
  const bytes = Buffer.from(JSON.stringify(answer))
  response.statusCode = status
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', bytes.length)
  response.end(bytes)
}
