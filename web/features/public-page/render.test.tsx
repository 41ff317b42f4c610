import { createHash } from 'node:crypto'
import { consentText, IDENTIFY_CONSENT, PRIVACY_LINK } from '@app/contracts/privacy/consents.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { RETENTION, RETENTION_DEFAULTS } from '@app/contracts/limits/periods.ts'
import type { PublicProfile } from '@app/contracts/profile-calls.ts'
import { describe, expect, test } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { htmlOf, meta, renderedPageOf, parsedPage, site, renderer, textOf } from './testing/opened-page.ts'
import { ANTONIA, BLANK } from './testing/sample-profile.ts'
import { pageTitle, previewText } from './versioned-preview-card.ts'
import type { ReminderPageState } from '@app/contracts/public-page.ts'

test('the person is at the top: name, position and company, bio', () => {
  const page = renderedPageOf(ANTONIA)
  expect(page.documentElement.getAttribute('lang')).toBe('es-CL')
  expect(textOf(page, 'h1')).toBe('Antonia Rivas Soto')
  expect(textOf(page, '.role')).toBe('Directora Comercial · Andes Norte')
  expect(textOf(page, '.bio')).toBe(ANTONIA.bio)
  expect(page.querySelector('svg:not([aria-hidden="true"])')).toBeNull()
})

test('only filled links are shown, in their order, with what a screen reader says', () => {
  const links = [...renderedPageOf(ANTONIA).querySelectorAll('nav a')]
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual([
    'Email antonia@andesnorte.cl, abre en otra aplicación',
    'WhatsApp +56 9 5123 4567, abre en otra aplicación',
    'LinkedIn in/antoniarivas',
    'Instagram @antonia.rivas',
    'Sitio Web andesnorte.cl',
    'Llamar +56 9 5123 4567, abre en otra aplicación',
    'Agenda una reunión cal.com/antonia',
  ])
  expect(links.at(-2)?.getAttribute('href')).toBe('tel:+56951234567')
  expect(links.at(-2)?.hasAttribute('data-network')).toBe(false)
  expect(links.map((link) => link.getAttribute('data-network'))).not.toContain('facebook')
})

test('the last odd tile spans both columns, and so does the own link', () => {
  const wide = (profile: PublicProfile) =>
    [...renderedPageOf(profile).querySelectorAll('nav .wide b')].map((label) => label.textContent)
  expect(wide(ANTONIA)).toEqual(['Agenda una reunión'])
  expect(wide({ ...ANTONIA, facebook: 'andesnorte' })).toEqual(['Llamar', 'Agenda una reunión'])
  expect(wide({ ...ANTONIA, phone: '' })).toEqual(['Sitio Web', 'Agenda una reunión'])
})

test('a page with every field empty still has a heading and the contact file', () => {
  const page = renderedPageOf(BLANK)
  expect(textOf(page, 'h1')).toBe('antonia')
  expect(page.querySelector('nav')).toBeNull()
  expect(page.querySelector('.role, .bio, .logo')).toBeNull()
  expect(page.querySelector('#guardar')).not.toBeNull()
  expect(page.body.innerHTML).not.toContain('undefined')
  expect(meta(page, 'og:description')).not.toBe('')
})

describe('images', () => {
  test('a photo is requested in the size of the screen, and has a size before it arrives', () => {
    const avatar = renderedPageOf({ ...ANTONIA, profile_image: 'a b,c' }).querySelector('.ava img')
    expect(avatar?.getAttribute('src')).toBe('/api/files/a%20b%2Cc-w224')
    expect(avatar?.getAttribute('srcset')).toBe(
      '/api/files/a%20b%2Cc-w112 112w, /api/files/a%20b%2Cc-w224 224w, /api/files/a%20b%2Cc-w336 336w',
    )
    expect([avatar?.getAttribute('width'), avatar?.getAttribute('height')]).toEqual(['104', '104'])
    expect(avatar?.getAttribute('sizes')).toBe('104px')
  })

  test('a logo replaces the company’s name, as sharp as the screen', () => {
    const page = renderedPageOf({ ...ANTONIA, company_logo: 'logo' })
    const image = page.querySelector('.logo img')
    expect(image?.getAttribute('alt')).toBe('Andes Norte')
    expect(image?.getAttribute('srcset')).toBe(
      '/api/files/logo-w140 1x, /api/files/logo-w280 2x, /api/files/logo-w420 3x',
    )
    expect([image?.getAttribute('width'), image?.getAttribute('height')]).toEqual(['96', '24'])
    expect(textOf(page, '.logo')).toBe('')
  })

  test('a background image is under a dark overlay, in any theme', () => {
    const page = renderedPageOf({ ...ANTONIA, background_image: 'sea' })
    expect(page.body.className).toBe('photo')
    expect(page.querySelector('.backdrop img')?.getAttribute('src')).toBe('/api/files/sea-w720')
    expect(meta(page, 'theme-color')).toBe('#06161D')
  })
})

test('custom colours pass the contrast guard before the page', () => {
  const custom = {
    theme_color: 'custom',
    background_color: '#ffffff',
    text_color: '#ffff00',
    button_color: '#00ff00',
  } as const
  const style = renderedPageOf({ ...ANTONIA, ...custom }).documentElement.getAttribute('style')
  expect(style).toContain('--p-bg:#FFFFFF')
  expect(style).toContain('--p-button:#00FF00')
  expect(style).not.toContain('--p-text:#FFFF00')
})

describe('what a chat application sees', () => {
  test('title, description, address, kind and image are there', () => {
    const page = renderedPageOf({ ...ANTONIA, profile_image: 'a' })
    expect(page.title).toBe('Antonia Rivas Soto · Andes Norte')
    expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      'https://tarjeta.cl/pages/antonia',
    )
    const facts = {
      'og:title': page.title,
      'og:description': expect.stringMatching(
        /^Directora Comercial · Andes Norte\. Ayudo a .* Conversemos\.$/,
      ) as string,
      'og:url': 'https://tarjeta.cl/pages/antonia',
      'og:type': 'profile',
      'og:locale': 'es_CL',
      'twitter:card': 'summary_large_image',
      'og:image': expect.stringMatching(
        /^https:\/\/tarjeta\.cl\/pages\/antonia\/preview\.jpg\?v=[0-9a-f]{16}$/,
      ) as string,
      'og:image:alt': 'Antonia Rivas Soto',
      'og:image:type': 'image/jpeg',
      'og:image:width': '1200',
      'og:image:height': '630',
      robots: undefined,
    }
    expect(Object.fromEntries(Object.keys(facts).map((name) => [name, meta(page, name)]))).toEqual(facts)
  })

  test('the address of its image changes with what the image shows, and only then', () => {
    const imageOf = (profile: Partial<PublicProfile>) =>
      meta(renderedPageOf({ ...ANTONIA, ...profile }), 'og:image')
    const shown = [
      {},
      { theme_color: 'dark' as const },
      { theme_color: 'custom' as const, button_color: '#112233' },
      { profile_image: 'a' },
    ]
    expect(new Set(shown.map(imageOf)).size).toBe(shown.length)
    expect(imageOf({ name: 'Ana', bio: 'Otra', phone: '1', updated_at: '2026-12-01T00:00:00.000Z' })).toBe(
      imageOf({}),
    )
  })
})

test('the one inline style is named by its hash, and no script is inline', () => {
  const { html, styleHashes } = renderer.profile(ANTONIA, site)
  const css = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
  expect(styleHashes).toEqual([`sha256-${createHash('sha256').update(css).digest('base64')}`])
  const scripts = [...parsedPage(html).querySelectorAll('script')]
  expect(scripts.map((script) => [script.getAttribute('src'), script.textContent])).toEqual([
    ['/public-assets/tap-1.js', ''],
  ])
  expect(html).not.toMatch(/ on[a-z]+=/)
})

test('the page of an absent profile says so, stays out of search engines and reveals nobody', () => {
  const { html, styleHashes } = renderer.notFound(site)
  const page = parsedPage(html)
  expect(textOf(page, 'h1')).toBe('Perfil no encontrado')
  expect(textOf(page, 'p')).toBe('El perfil que buscas no existe o no está disponible.')
  expect(textOf(page, 'main a')).toBe(`Conoce ${PRODUCT.name}`)
  expect(page.querySelector('main a')?.getAttribute('href')).toBe('https://tarjeta.cl/')
  expect(meta(page, 'robots')).toBe('noindex')
  expect(meta(page, 'og:title')).toBe('Perfil no encontrado')
  expect(page.querySelector('script, link[rel=canonical]')).toBeNull()
  expect(styleHashes).toHaveLength(1)
})

test('under the form is the text that its event names, and a link to the privacy page', () => {
  const consent = renderedPageOf(ANTONIA).querySelector('[data-dialog=identify] .consent')
  expect(consent?.textContent).toBe(
    `${consentText(IDENTIFY_CONSENT, 'Antonia Rivas Soto')} ${PRIVACY_LINK.text}`,
  )
  expect(consent?.querySelector('a')?.getAttribute('href')).toBe('/privacidad')
})

const FACTS = {
  ...RETENTION_DEFAULTS,
  responsible: 'Andes SpA',
  representative: 'Rosa Ñancupil',
  address: 'Moneda 1, Santiago',
  transfers: 'A Brasil.',
  inForceFrom: '2026-12-01',
}

test('the page about privacy can be found, and has each right and a way to use it', () => {
  const { html } = renderer.privacy(FACTS, site)
  const page = parsedPage(html)
  expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
    'https://tarjeta.cl/privacidad',
  )
  expect(page.querySelector('meta[name=robots], script')).toBeNull()
  const terms = [...page.querySelectorAll('#mis-datos ~ dl dt')].map(({ textContent }) => textContent)
  expect(terms).toEqual([
    'Acceso',
    'Rectificación',
    'Supresión',
    'Portabilidad',
    'Oposición',
    'Bloqueo',
    'Reclamo',
  ])
  expect(page.querySelectorAll('section[aria-labelledby=ley] dt')).toHaveLength(12)
  for (const link of page.querySelectorAll('nav a'))
    expect(page.querySelector(link.getAttribute('href') ?? '')).not.toBeNull()
  expect(page.body.textContent).toContain(`${RETENTION.browserDays} días`)
  expect(page.querySelector(`a[href="mailto:${PRODUCT.supportEmail}"]`)).not.toBeNull()
})

test('the page about privacy says the periods in force [PRIV-18]', () => {
  const periodsOf = (periods: typeof RETENTION_DEFAULTS) => {
    const page = parsedPage(renderer.privacy({ ...FACTS, ...periods }, site).html)
    return page.querySelector('section[aria-labelledby=plazos]')?.textContent ?? ''
  }
  const { visitorsMonths, quotationsMonths, subscriptionsMonths, requestsMonths, resetsDays } = RETENTION
  const ordinary = periodsOf(RETENTION_DEFAULTS)
  for (const months of [visitorsMonths, quotationsMonths, subscriptionsMonths, requestsMonths])
    expect(ordinary).toContain(`${months} meses desde`)
  expect(ordinary).toContain(`más de ${resetsDays} días`)
  expect(ordinary).not.toContain('No vencen solos')
  const changed = periodsOf({
    months: { visitor: 5, quotation: 6, subscription: 1, request: 8 },
    resetsDays: 1,
  })
  for (const text of ['5 meses desde', '6 meses desde', '1 mes desde', '8 meses desde', 'más de 1 día.'])
    expect(changed).toContain(text)
})

testTable([
  [{ ...BLANK, company: 'Andes Norte' }, 'Andes Norte'],
  [ANTONIA, 'Antonia Rivas Soto · Andes Norte'],
  [{ ...BLANK, name: 'משה', lastname: 'כהן', company: 'شركة' }, '\u2068משה כהן\u2069 · \u2068شركة\u2069'],
])('a title names a company once, and no script turns it around', (profile, title) =>
  expect(pageTitle(profile)).toBe(title),
)

test('the preview is cut between characters, never within one', () => {
  for (const before of ['', 'x']) {
    const text = previewText({ ...BLANK, position: 'Jefa', bio: `${before}${'😀'.repeat(300)}` })
    expect([...text]).toHaveLength(200)
    expect(text).toMatch(/😀…$/u)
    expect(text).not.toMatch(/\p{Surrogate}/u)
  }
})

test('the preview is never empty, and no script turns it around', () => {
  expect(previewText({ ...BLANK, position: 'Jefe', company: 'شركة' })).toBe('Jefe · \u2068شركة\u2069')
  expect(previewText(BLANK)).toBe('Guarda mis datos de contacto en un toque.')
  expect(previewText({ ...BLANK, bio: 'Hola.\nSoy yo.' })).toContain('Hola. Soy yo.')
})

const STATES = Object.keys({
  cancel: 0,
  cancelled: 0,
  suppressed: 0,
  'mailbox-unknown': 0,
  talked: 0,
  converted: 0,
  over: 0,
  earlier: 0,
  allowed: 0,
  'not-found': 0,
} satisfies Record<ReminderPageState, 0>) as readonly ReminderPageState[]

const reminderHtml = (state: ReminderPageState, name?: string) =>
  renderer.reminder({ state, name }, site).html
const reminderOf = (state: ReminderPageState, name?: string) => parsedPage(reminderHtml(state, name))

testTable(STATES)('the page of each link is one Spanish page without scripts, in no index', (state) => {
  const page = reminderOf(state, 'Antonia')
  expect(page.querySelectorAll('h1')).toHaveLength(1)
  expect(textOf(page, 'title')).toBe(textOf(page, 'h1'))
  expect(page.documentElement.getAttribute('lang')).toBe('es-CL')
  expect([meta(page, 'robots'), meta(page, 'og:url')]).toEqual(['noindex', 'https://tarjeta.cl/'])
  expect(page.querySelectorAll('script')).toHaveLength(0)
  for (const form of page.querySelectorAll('form'))
    expect([form.getAttribute('method'), form.getAttribute('action')]).toEqual(['post', null])
  expect(reminderHtml(state, '<b>Ana</b>')).not.toContain('<b>Ana')
  expect(textOf(reminderOf(state), 'h1')).not.toMatch(/undefined|null/)
})

const evil = `</script><script>alert(1)</script>"'><img src=x onerror=alert(1)></style><!--`
const hostile: PublicProfile = {
  ...(Object.fromEntries(
    Object.entries(ANTONIA).map(([field, value]) => [field, typeof value === 'string' ? evil : value]),
  ) as unknown as PublicProfile),
  id: ANTONIA.id,
  theme_color: 'custom',
  background_color: '#fff;}</style><script>alert(1)</script>',
  text_color: 'red" onload="alert(1)',
  button_color: 'url(javascript:alert(1))',
  profile_image: evil,
  company_logo: evil,
  background_image: evil,
  updated_at: ANTONIA.updated_at,
}

test('no text of an owner becomes markup [ACC-17]', () => {
  const html = htmlOf(hostile)
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(html.match(/<style/g)).toHaveLength(1)
  expect(html).not.toContain('<!--')
  const page = parsedPage(html)
  const attributes = [...page.querySelectorAll('*')].flatMap((element) => [...element.attributes])
  expect(attributes.filter(({ name }) => name.startsWith('on'))).toEqual([])
  expect(textOf(page, 'h1')).toBe(`${evil} ${evil}`)
})

test('only links of harmless schemes come out, and rubbish colours become the defaults [ACC-17]', () => {
  const page = renderedPageOf({ ...hostile, website: 'javascript:alert(1)', custom_link: 'data:text/html,x' })
  const hrefs = [...page.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '')
  const harmless = /^(?:https?:|mailto:|tel:|\/api\/|\/privacidad(?:#|$)|\/mis-datos\?perfil=[\da-f-]{36}$|#)/
  expect(hrefs.filter((href) => !harmless.test(href))).toEqual([])
  expect(page.documentElement.getAttribute('style')).toContain(
    '--p-bg:#FFFFFF;--p-glass:#FFFFFFE0;--p-text:#000000',
  )
})
