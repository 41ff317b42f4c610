import type { ServerResponse } from 'node:http'
import { createQuickBody } from './compression/encoded-body.ts'
import { sendBody } from './compression/send-body.ts'

/** Like Express's `response.json`, without its work for other types. */
export function sendJson(response: ServerResponse, status: number, answer: unknown): void {
  response.statusCode = status
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  sendBody(response, createQuickBody(JSON.stringify(answer)))
}
