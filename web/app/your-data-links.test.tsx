// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sourceFiles } from '../../tests/support/source-files.ts'
import { emptyLists } from '../testing/admin-server.ts'
import { analytics, antonia, meOf, newcomer, signedIn, signedInAs, user } from '../testing/fixtures.ts'
import { quietCalls } from '../testing/live-server.ts'
import { fakeApi, showAt } from '../testing/screen.tsx'
import { setWindowWidth } from '../testing/window-width.ts'
import { App } from './App.tsx'

vi.mock('../ui/Chart.tsx', () => ({ Chart: () => null }))

const api = fakeApi()
beforeEach(() =>
  api.use(
    ...quietCalls(),
    http.get('*/api/auth/me', () => HttpResponse.json(meOf(user))),
    http.get('*/api/auth/methods', () => HttpResponse.json({ password: true, external: null })),
    http.get('*/api/profiles/me', () => HttpResponse.json([antonia])),
    http.get('*/api/figures/:profileId/unified', () => HttpResponse.json(analytics)),
    ...emptyLists(),
    http.all('*/api/*', () => HttpResponse.error()),
  ),
)
afterEach(() => setWindowWidth())

const yourDataIn = (part: Pick<typeof screen, 'findByRole'>) => part.findByRole('link', { name: 'Tus datos' })

const ADDRESSES = [
  '/login',
  '/register',
  '/auth/forgot-password',
  '/auth/reset',
  '/auth/reset/success',
  '/activate',
  '/profile',
  '/comprobante',
  '/nothing-here',
  '/dashboard',
  '/admin',
]
/** Documents of their own, and the page itself. */
const OTHERS = ['/', '/landing', '/inicio', '/reset-password', '/mis-datos', '*']

test('every address of the client is walked here', () => {
  const app = sourceFiles(/App\.tsx$/).find(({ path }) => path === 'web/app/App.tsx')
  const routes = [...(app?.text ?? '').matchAll(/path="([^"]+)"/g)].map(([, path]) => path!)
  expect(routes.length).toBeGreaterThan(5)
  expect(routes.filter((path) => ![...ADDRESSES, ...OTHERS].includes(path))).toEqual([])
})

test('every address links to one’s data', async () => {
  for (const path of ADDRESSES) {
    const who = path === '/activate' ? signedInAs(newcomer) : /^\/(?:dash|adm)/.test(path) ? signedIn : null
    api.use(http.get('*/api/auth/me', () => HttpResponse.json(meOf(who?.user ?? user))))
    showAt(path, <App />, who)
    expect((await yourDataIn(screen)).getAttribute('href'), path).toBe('/mis-datos')
    cleanup()
  }
})

test('on a phone the dashboard links to one’s data under «Más»', async () => {
  setWindowWidth(390)
  showAt('/dashboard', <App />, signedIn)
  await userEvent.click(await screen.findByRole('button', { name: 'Más' }))
  const sheet = within(await screen.findByRole('dialog'))
  expect((await yourDataIn(sheet)).getAttribute('href')).toBe('/mis-datos')
})
