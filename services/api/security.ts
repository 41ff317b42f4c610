import helmet from 'helmet'
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

/**
 * Headers of every answer. helmet's do not depend on the request: it is asked for them once, and one handler sets what a
 * dozen would set again and again.
 */
export function securityHeaders(): RequestHandler {
  const headers: readonly (readonly [string, string])[] = [
    ...headersSetBy(
      helmet({
        contentSecurityPolicy: false,
        referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
        crossOriginEmbedderPolicy: false,
        // Plain HTTP on a developer's machine must not be remembered as HTTPS only: the proxy in front says that.
        strictTransportSecurity: false,
      }),
    ),
    ['Content-Security-Policy', contentSecurityPolicy()],
  ]
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    next()
  }
}

/** @throws Error when a handler does anything else than to set headers, at once */
function headersSetBy(handler: RequestHandler): readonly (readonly [string, string])[] {
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
