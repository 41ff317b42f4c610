import type { ServerResponse } from 'node:http'
import type { RenderedPage } from '@app/contracts/public-page.ts'
import { contentSecurityPolicy, setHeaders, type Headers } from '../security-headers.ts'
import { createEncodedBody, versionOf, type EncodedBody } from './encoded-body.ts'
import { sendBody } from './send-body.ts'

/** A rendered page that can be sent many times. */
export interface ReadyPage {
  readonly policy: string
  readonly body: EncodedBody
  /** Another one for other bytes. */
  readonly version: string
}

export function readyPage({ html, styleHashes }: RenderedPage): ReadyPage {
  const body = createEncodedBody(html)
  return { policy: contentSecurityPolicy(styleHashes), body, version: versionOf(body.plain) }
}

type Sent = Pick<ReadyPage, 'policy' | 'body'> & Partial<Pick<ReadyPage, 'version'>>

export function sendReadyPage(
  response: ServerResponse,
  { policy, body, version }: Sent,
  headers: Headers,
): void {
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.setHeader('Content-Security-Policy', policy)
  setHeaders(response, headers)
  sendBody(response, body, version)
}

/** A page that is sent once. */
export const sendPage = (
  response: ServerResponse,
  { html, styleHashes }: RenderedPage,
  headers: Headers,
): void =>
  sendReadyPage(
    response,
    { policy: contentSecurityPolicy(styleHashes), body: createEncodedBody(html) },
    headers,
  )
