import type { ServerResponse } from 'node:http'
import { acceptedEncoding, createEncodedBody, type EncodedBody } from './encoded-body.ts'

/** Less would still fill one packet. */
const WORTH_BYTES = 1_024

/**
 * Ends an answer whose status and other headers are set; its length is right for HEAD too.
 * @param version of the plain bytes: a reader that has them gets 304
 */
export function sendBody(response: ServerResponse, body: EncodedBody, version?: string): void {
  response.appendHeader('Vary', 'Accept-Encoding')
  const isWorthIt = body.plain.length >= WORTH_BYTES
  const encoding = isWorthIt ? acceptedEncoding(response.req.headers['accept-encoding']) : undefined
  const tag = version === undefined ? undefined : `"${version}-${encoding ?? 'plain'}"`
  if (tag !== undefined && isThere(response, tag)) return
  if (encoding === undefined) return end(response, body.plain)
  // An error may have been answered, or the client be gone meanwhile.
  const isOver = (): boolean => response.headersSent || response.destroyed
  body.as(encoding).then(
    (bytes) => {
      if (isOver()) return
      response.setHeader('Content-Encoding', encoding)
      end(response, bytes)
    },
    () => {
      if (isOver()) return
      response.removeHeader('ETag')
      end(response, body.plain)
    },
  )
}

/** @returns true when the answer was that nothing has changed */
function isThere(response: ServerResponse, tag: string): boolean {
  response.setHeader('ETag', tag)
  if (response.statusCode !== 200 || !isKnownTag(tag, response.req.headers['if-none-match'])) return false
  response.statusCode = 304
  response.removeHeader('Content-Type')
  response.end()
  return true
}

function end(response: ServerResponse, bytes: Buffer): void {
  response.setHeader('Content-Length', bytes.length)
  response.end(bytes)
}

/** Like Express's `response.json`, without its work for other types. */
export function sendJson(response: ServerResponse, status: number, answer: unknown): void {
  response.statusCode = status
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  sendBody(response, createEncodedBody(JSON.stringify(answer)))
}

/** Whether an `If-None-Match` names the ETag. */
export const isKnownTag = (tag: string, known = ''): boolean =>
  known.split(',').some((one) => [tag, '*'].includes(one.trim().replace(/^W\//, '')))
