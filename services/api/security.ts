import helmet from 'helmet'
import type { RequestHandler } from 'express'

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

/** Headers of every answer. */
export const securityHeaders = (): RequestHandler[] => [
  helmet({
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    // Plain HTTP on a developer's machine must not be remembered as HTTPS only: the proxy in front says that.
    strictTransportSecurity: false,
  }),
  (_request, response, next) => {
    response.setHeader('Content-Security-Policy', contentSecurityPolicy())
    next()
  },
]
