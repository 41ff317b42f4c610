import { Router } from 'express'
import { PRODUCT } from '@app/contracts/product.ts'

export interface WellKnownDeps {
  readonly publicUrl: string
  /** Where to report a weakness: `mailto:` or `https:`. */
  readonly securityContact: string
  readonly now: () => Date
}

const DAY_MS = 86_400_000
/** RFC 9116 recommends less than a year; told anew each day, so that it never lapses while the product runs. */
const EXPIRES_DAYS = 180
const KEPT_SECONDS = 86_400

/** Whoever has forgotten their password sets it here; the dashboard has no screen to change one yet. */
const CHANGE_PASSWORD = '/auth/forgot-password'

/** What programs ask of any site: robots, people who found a weakness, password managers, phones that install it. */
export function wellKnownRoutes({ publicUrl, securityContact, now }: WellKnownDeps): Router {
  const router = Router()
  const files: readonly [path: string, type: string, text: () => string][] = [
    ['/robots.txt', 'text/plain', () => ROBOTS],
    ['/.well-known/security.txt', 'text/plain', () => securityText(publicUrl, securityContact, now())],
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

/** Pages of cards may be found, with their pictures; what needs a session, or a link out of a mail, is nobody's to list. */
const ROBOTS = `User-agent: *
Allow: /api/files/
Disallow: /api/
Disallow: /activate
Disallow: /admin
Disallow: /auth/
Disallow: /dashboard
Disallow: /profile
`

/** The first moment of today, and so many days on: the same text all day. */
function expiresAt(now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  return new Date(today + EXPIRES_DAYS * DAY_MS).toISOString()
}

const securityText = (publicUrl: string, contact: string, now: Date): string => `Contact: ${contact}
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

/** Colours are the page's ground and its celeste, as the icons have them. */
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
