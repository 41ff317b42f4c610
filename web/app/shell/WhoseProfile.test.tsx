// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { analytics, antonia, diego, owner, signedIn, signedInAs } from '../../testing/fixtures.ts'
import { quietCalls } from '../../testing/live-server.ts'
import { refused } from '../../testing/refused.ts'
import { address, fakeApi, showAt } from '../../testing/screen.tsx'
import { Dashboard } from './Dashboard.tsx'

vi.mock('../../ui/Chart.tsx', () => ({ Chart: () => null }))

const api = fakeApi()
const ONE = '*/api/profile/:id'
const UNKNOWN = 'Ese perfil no existe o no es tuyo. Te mostramos el primero de los tuyos: Antonia Rivas Soto.'
let askedFor: string[] = []
let analysed: string[] = []

beforeEach(() => {
  askedFor = []
  analysed = []
  api.use(
    ...quietCalls(),
    http.get('*/api/profiles/me', () => HttpResponse.json([antonia])),
    http.get(ONE, ({ params }) => {
      askedFor.push(String(params['id']))
      return params['id'] === diego.id ? HttpResponse.json(diego) : refused('not-found')
    }),
    http.get('*/api/figures/:profileId/unified', ({ params }) => {
      analysed.push(String(params['profileId']))
      return HttpResponse.json(analytics)
    }),
  )
})

const line = (text: string) =>
  waitFor(() =>
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(
      expect.stringContaining(text),
    ),
  )
const profileSwitch = () => screen.findByRole('button', { name: /Cambiar de perfil/ })

test('an administrator opens another owner’s profile by its id, which is named above the tab, and goes back', async () => {
  api.use(http.get(ONE, () => HttpResponse.json({}, { status: 500 }), { once: true }))
  showAt(`/dashboard?profile=${diego.id.toUpperCase()}`, <Dashboard />, signedIn)
  await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
  await line('Perfil de otra persona: Diego Sanhueza /pages/diego-sanhueza')
  const opener = await profileSwitch()
  expect(opener.textContent).toContain('Diego Sanhueza')
  await waitFor(() => expect(analysed).toEqual([diego.id]))
  await userEvent.click(opener)
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Antonia Rivas Soto/pages/antonia-rivas',
  ])
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Volver a mis perfiles' }))
  expect(address()).toBe(`/dashboard?profile=${antonia.id}`)
  expect(screen.queryByText(/Perfil de otra persona/)).toBeNull()
})

test.each([
  ['an owner and another’s id', signedInAs(owner), diego.id],
  ['an administrator and an unknown id', signedIn, '00000000-0000-4000-8000-0000000000ff'],
])('%s: the own first profile opens, with a line that explains it', async (_who, who, id) => {
  showAt(`/dashboard?profile=${id}`, <Dashboard />, who)
  await line(UNKNOWN)
  expect((await profileSwitch()).textContent).toContain('Antonia Rivas Soto')
  expect(askedFor).toEqual(who.user.is_admin ? [id] : [])
  await userEvent.click(screen.getByRole('button', { name: 'Entendido' }))
  expect(screen.queryByText(/no existe o no es tuyo/)).toBeNull()
  expect(analysed.every((one) => one === antonia.id)).toBe(true)
})

test('an own profile in the address needs no line', async () => {
  showAt(`/dashboard?profile=${antonia.id}`, <Dashboard />, signedIn)
  await profileSwitch()
  expect(screen.queryByRole('button', { name: 'Entendido' })).toBeNull()
  expect(askedFor).toEqual([])
})
