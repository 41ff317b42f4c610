import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { postTrack } from '@app/contracts/taps.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { sendFailure } from '../platform/http/errors.ts'
import { runLimited } from '../platform/http/limits.ts'
import { jsonIn, parsed } from '../platform/http/parse-call.ts'
import { NOT_KEPT, setHeaders, type Headers } from '../platform/http/send.ts'
import { track } from './public-routes.ts'
import type { Ctx } from '../platform/ctx.ts'

const ADDRESS = /^\/api\/public\/(?:track|note)\/([\w-]{1,200})$/
const PLAIN_JSON = /^application\/json(?:; ?charset=utf-8)?$/i

/** Clicks come past Express: they are most calls, and Express takes longer than the append. */
export function clickLane(deps: Ctx, headers: Headers, otherwise: RequestListener): RequestListener {
  const json = ['Content-Type', 'application/json; charset=utf-8'] as const
  const onSuccess = [...headers, NOT_KEPT, json, ['Vary', 'Accept-Encoding'] as const].flat()

  async function take(request: IncomingMessage, response: ServerResponse, profileId: string, bytes: Buffer) {
    try {
      const params = { profileId }
      const body = parsed(postTrack.body, jsonIn(bytes.toString()))
      const work = () => track(deps, { params, body, request })
      const text = JSON.stringify(await runLimited(deps, postTrack, { params, body }, response, work))
      response.writeHead(200, [...onSuccess, 'Content-Length', String(text.length)]).end(text)
    } catch (error) {
      setHeaders(response, headers)
      sendFailure(deps.log, response, error, postTrack.path)
    }
  }

  return (request, response) => {
    const profileId = clickedProfile(request)
    if (profileId === undefined) return otherwise(request, response)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => response.destroy())
    request.on('end', () => {
      void take(request, response, profileId, chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
    })
  }
}

function clickedProfile({ method, headers, url = '' }: IncomingMessage): string | undefined {
  if (method !== 'POST' || !PLAIN_JSON.test(headers['content-type'] ?? '')) return undefined
  const bytes = Number(headers['content-length'])
  const isPlain = headers['content-encoding'] === undefined && bytes > 0 && bytes <= LIMITS.bodyBytesMax
  return isPlain ? ADDRESS.exec(url)?.[1] : undefined
}
