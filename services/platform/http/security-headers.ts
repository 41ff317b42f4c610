import { createHash } from 'node:crypto'
import type { ServerResponse, IncomingMessage } from 'node:http'
import helmet from 'helmet'

/** By which a policy allows a style sheet that stands in its document. */
export const styleHash = (css: string): string =>
  `sha256-${createHash('sha256').update(css).digest('base64')}`

export function contentSecurityPolicy(styleHashes: readonly string[] = []): string {
  const styles = ["'self'", ...styleHashes.map((hash) => `'${hash}'`)].join(' ')
  return [
    "default-src 'self'",
    "script-src 'self'",
    "worker-src 'self'",
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

const HSTS_SECONDS = 31_536_000

/** helmet's headers do not depend on the request: they are computed once, not by a dozen handlers per request. */
export function securityHeaders(publicUrl: string): readonly (readonly [name: string, value: string])[] {
  const set = helmet({
    contentSecurityPolicy: false,
    // Same as frame-ancestors, for browsers that do not know it.
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    // Browsers must not remember a developer's machine as HTTPS only, nor a customer's other hosts.
    strictTransportSecurity: new URL(publicUrl).protocol === 'https:' && {
      maxAge: HSTS_SECONDS,
      includeSubDomains: false,
    },
  })
  const headers = new Map<string, string>()
  const setHeader = (name: string, value: string) => headers.set(name, value)
  const response = { setHeader, removeHeader: () => undefined } as unknown as ServerResponse
  set({} as IncomingMessage, response, () => undefined)
  return [...headers, ['Content-Security-Policy', contentSecurityPolicy()]]
}
