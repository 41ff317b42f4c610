import helmet from 'helmet'
import type { ServerResponse } from 'node:http'
import type { Request, RequestHandler, Response } from 'express'

/** Scripts only from ourselves; styles from ourselves and those whose hash the page names; nobody frames us. */
export function contentSecurityPolicy(styleHashes: readonly string[] = []): string {
  const styles = ["'self'", ...styleHashes.map((hash) => `'${hash}'`)].join(' ')
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src ${styles}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}

export type Headers = readonly (readonly [name: string, value: string])[]

const HSTS_SECONDS = 31_536_000

/**
 * Headers of every answer. helmet's do not depend on the request: it is asked for them once, instead of having a dozen
 * handlers set them again and again.
 */
export function securityHeaders(publicUrl: string): Headers {
  const isHttps = new URL(publicUrl).protocol === 'https:'
  return [
    ...headersSetBy(
      helmet({
        contentSecurityPolicy: false,
        // As frame-ancestors says, for browsers that do not know it.
        xFrameOptions: { action: 'deny' },
        referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
        crossOriginEmbedderPolicy: false,
        // Plain HTTP on a developer's machine must not be remembered as HTTPS only.
        strictTransportSecurity: isHttps && { maxAge: HSTS_SECONDS, includeSubDomains: true },
      }),
    ),
    ['Content-Security-Policy', contentSecurityPolicy()],
  ]
}

/** No cache keeps an answer; the few files that are everybody's say otherwise themselves. */
export const NOT_KEPT = ['Cache-Control', 'no-store'] as const

export function setHeaders(response: ServerResponse, headers: Headers): void {
  for (const [name, value] of headers) response.setHeader(name, value)
}

/** @throws Error when a handler does anything else than to set headers, at once */
function headersSetBy(handler: RequestHandler): Headers {
  const headers: (readonly [string, string])[] = []
  let isDone = false
  const response = {
    setHeader: (name: string, value: string) => void headers.push([name, value]),
    removeHeader: () => undefined,
  }
  void handler({} as Request, response as unknown as Response, (error?: unknown) => {
    isDone = error === undefined
  })
  if (!isDone || headers.length === 0) throw new Error('helmet did not set its headers at once')
  return headers
}
