import { Router } from 'express'
import { PRODUCT } from '@app/contracts/product.ts'
import { createEncodedBody, sendBody, versionOf } from '../http/send.ts'
import { openApiDocument } from '../http/openapi.ts'
import type { Ctx } from '../ctx.ts'

const DAY_MS = 86_400_000
/** RFC 9116 recommends less than a year. Computed each day, so that it never expires while the product runs. */
const EXPIRES_DAYS = 180
const KEPT_SECONDS = 86_400

/** The dashboard has no screen to change a password yet. */
const CHANGE_PASSWORD = '/auth/forgot-password'

export function wellKnownRoutes({ settings, now }: Ctx): Router {
  const router = Router()
  const files: readonly [path: string, type: string, text: () => string][] = [
    ['/robots.txt', 'text/plain', () => ROBOTS],
    ['/.well-known/security.txt', 'text/plain', () => securityText(settings, now())],
    ['/manifest.webmanifest', 'application/manifest+json', () => MANIFEST],
  ]
  for (const [path, type, text] of files) {
    router.get(path, (_request, response) => {
      response.setHeader('Cache-Control', `public, max-age=${KEPT_SECONDS}`)
      response.type(`${type}; charset=utf-8`).send(text())
    })
  }
  router.get('/.well-known/change-password', (_request, response) => {
    response.redirect(302, CHANGE_PASSWORD)
  })
  return router
}

const ROBOTS = `User-agent: *
Allow: /api/files/
Disallow: /api/
Disallow: /activate
Disallow: /admin
Disallow: /auth/
Disallow: /dashboard
Disallow: /profile
`

/** From midnight UTC, so that the text is the same all day. */
function expiresAt(now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  return new Date(today + EXPIRES_DAYS * DAY_MS).toISOString()
}

const securityText = (
  { publicUrl, securityContact }: Ctx['settings'],
  now: Date,
) => `Contact: ${securityContact}
Expires: ${expiresAt(now)}
Preferred-Languages: es, en
Canonical: ${publicUrl}/.well-known/security.txt
`

const icon = (size: number, purpose: 'any' | 'maskable') => ({
  src: `/icon${purpose === 'maskable' ? '-maskable' : ''}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

const MANIFEST = JSON.stringify({
  id: '/dashboard',
  name: PRODUCT.name,
  short_name: PRODUCT.name,
  description: PRODUCT.tagline,
  lang: 'es-CL',
  dir: 'ltr',
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone',
  background_color: '#F3F6F7',
  theme_color: '#7CDAF9',
  icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
})

export function docsRoutes(publicUrl: string): Router {
  const router = Router()
  // Made for the first reader: it would be a twentieth of a second of each start.
  let made: ReturnType<typeof createEncodedBody> | undefined
  router.get('/api/openapi.json', (_request, response) => {
    response.setHeader('Content-Type', 'application/json; charset=utf-8')
    made ??= createEncodedBody(JSON.stringify(openApiDocument(publicUrl)))
    sendBody(response, made, versionOf(made.plain))
  })
  return router
}
