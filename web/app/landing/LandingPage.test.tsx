import { PRODUCT, SESSION_KEY } from '@app/contracts/product.ts'
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { hydrateRoot, type Root } from 'react-dom/client'
import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../testing/fixtures.ts'
import { fakeApi, textsOf } from '../../testing/screen.tsx'
import { LandingPage, type PageName } from './LandingPage.tsx'
import { builtParts, prerenderedPages } from './prerender.tsx'

const api = fakeApi()
beforeEach(() => api.use(http.get('*/pages/demo', () => new HttpResponse(null, { status: 404 }))))

const show = (page: PageName) => render(<LandingPage page={page} builtInYear={2026} built={builtParts()} />)
const headings = (level: number) => textsOf(screen.queryAllByRole('heading', { level }))
const scrollTo = (px: number) =>
  act(() => {
    window.scrollY = px
    window.dispatchEvent(new Event('scroll'))
  })

test('the landing has ten blocks and links that lead somewhere', () => {
  const { container } = show('landing')
  expect(headings(1)).toEqual([PRODUCT.tagline])
  expect(headings(2)).toHaveLength(10)

  const links = [...container.querySelectorAll('a[href^="#"]')].map((link) => link.getAttribute('href') ?? '')
  expect(links[0]).toBe('#contenido')
  expect([...new Set(links)].toSorted()).toEqual([
    '#analytics',
    '#companies',
    '#contenido',
    '#features',
    '#quotation',
  ])
  for (const anchor of links) expect(container.querySelectorAll(anchor), anchor).toHaveLength(1)
  const footer = within(screen.getByRole('contentinfo'))
  expect(footer.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    expect.arrayContaining([
      `mailto:${PRODUCT.salesEmail}`,
      `tel:${PRODUCT.phone.replaceAll(' ', '')}`,
      PRODUCT.instagram,
      PRODUCT.linkedin,
    ]),
  )
})

test('without a demo profile nothing leads to one; while that is unknown, the link is there', async () => {
  show('landing')
  const links = () => document.querySelectorAll('a[href="/pages/demo"]').length
  expect(links()).toBe(1)
  await expect.poll(links).toBe(0)
})

test.each(['landing', 'inicio'] as const)(
  '%s leads to login and registration, or back to the panel',
  (page) => {
    show(page)
    expect(headings(1)).toEqual([PRODUCT.tagline])
    // The second page is the hero alone.
    expect([headings(2), screen.queryAllByRole('link', { name: 'Cotizar' })].flat().length > 0).toBe(
      page === 'landing',
    )
    const pathsOf = (name: string) =>
      screen.queryAllByRole('link', { name }).map((link) => link.getAttribute('href'))
    expect(new Set(pathsOf('Iniciar Sesión'))).toEqual(new Set(['/login']))
    expect(new Set(pathsOf('Registrarse'))).toEqual(new Set(['/register']))
    expect(pathsOf('Ir a mi panel')).toEqual([])
    act(() => {
      localStorage.setItem(SESSION_KEY, JSON.stringify(signedIn))
      window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY }))
    })
    expect(new Set(pathsOf('Ir a mi panel'))).toEqual(new Set(['/dashboard']))
    expect([...pathsOf('Iniciar Sesión'), ...pathsOf('Registrarse')]).toEqual([])
  },
)

test('a bar sticks once the page was scrolled by 400 px; a tap of the card is played again, and announced', async () => {
  show('landing')
  const bars = () => screen.queryAllByRole('navigation', { name: 'Secciones, barra fija' })
  scrollTo(400)
  expect(bars()).toHaveLength(0)
  scrollTo(401)
  expect(bars()).toHaveLength(1)
  scrollTo(0)
  expect(bars()).toHaveLength(0)
  const card = screen.getByRole('button', { name: /^Probar un toque/ })
  const toast = () => screen.getByText('Contacto guardado').closest('p')
  const before = toast()
  await userEvent.click(card)
  expect(toast()).not.toBe(before)
  expect(toast()?.parentElement?.getAttribute('role')).toBe('status')
  expect(toast()?.textContent).toBe('Contacto guardado · Toque NFC · hace 3 s')
  expect(document.activeElement).toBe(card)
})

test.each(['landing', 'inicio'] as const)(
  'what the build renders of %s is what the browser renders first',
  (name) => {
    const assets = { scripts: ['/a.js'], css: '', font: '/a.woff2' }
    const built = prerenderedPages(assets, 2025, 'https://tarjeta.example').find(({ page }) => page === name)
    const body = new DOMParser().parseFromString(built?.html ?? '', 'text/html').body
    const root = document.body.appendChild(
      document.importNode(body.querySelector<HTMLElement>('#root')!, true),
    )
    expect(root.querySelector('h1')?.textContent).toBe(PRODUCT.tagline)
    // The form waits for its script: a browser alone would put what was typed into the address.
    expect(root.querySelector<HTMLButtonElement>('form button[type=submit]')?.disabled ?? true).toBe(true)
    const differences: unknown[] = []
    let app: Root | undefined
    act(() => {
      app = hydrateRoot(root, <LandingPage page={name} builtInYear={2025} built={builtParts()} />, {
        onRecoverableError: (error) => differences.push(error),
      })
    })
    expect(differences).toEqual([])
    expect(root.querySelector<HTMLButtonElement>('form button[type=submit]')?.disabled ?? false).toBe(false)
    act(() => app?.unmount())
    root.remove()
  },
)
