// @vitest-environment happy-dom
import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { analytics, antonia, owner, signedInAs } from '../../testing/fixtures.ts'
import { createGate } from '../../../tests/support/gate.ts'
import { quietCalls } from '../../testing/live-server.ts'
import { fakeApi, showAt } from '../../testing/screen.tsx'
import { Dashboard } from './Dashboard.tsx'

vi.mock('../../ui/Chart.tsx', () => ({ Chart: () => null }))

const api = fakeApi()
const MINE = '*/api/profiles/me'
const CREATE = '*/api/profiles/create'

const {
  user_name: _name,
  user_email: _email,
  created_at: _created,
  ...own
} = { ...antonia, profile_image: 'abc123' }

let profiles: OwnProfile[] = []
let keys: (string | null)[] = []
let waits: (string | null)[] = []

beforeEach(() => {
  profiles = []
  keys = []
  waits = []
  api.use(
    ...quietCalls(),
    http.get(MINE, ({ request }) => {
      waits.push(request.headers.get('wait-for-position'))
      return HttpResponse.json(profiles)
    }),
    http.get('*/api/figures/:profileId/unified', () => HttpResponse.json(analytics)),
  )
})

let gate = createGate()
beforeEach(() => {
  gate = createGate()
  gate.open()
})

function creating(...answers: readonly (() => Response)[]) {
  const left = [...answers]
  api.use(
    http.post(CREATE, async ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      await gate.opened
      return left.shift()?.() ?? HttpResponse.error()
    }),
  )
}
function created() {
  profiles = [own]
  return HttpResponse.json(own, { headers: { 'log-position': '42' } })
}

const show = (at = '/dashboard') => showAt(at, <Dashboard />, signedInAs(owner))
const create = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Crear mi primer perfil' }))
const toast = (text: string) => screen.findByText(text)

test('an owner without profiles makes the first one, and sees it at once: the read waits for the write', async () => {
  gate = createGate()
  creating(created)
  show()
  await create()
  await screen.findByRole('button', { name: 'Creando...' })
  gate.open()
  expect((await toast('Nuevo perfil creado exitosamente')).closest('[role=status]')).not.toBeNull()
  const profileSwitch = await screen.findByRole('combobox', { name: /Antonia Rivas Soto.*Cambiar de perfil/ })
  expect(profileSwitch.parentElement?.querySelector('img')?.getAttribute('src')).toBe(
    '/api/files/abc123-w112',
  )
  await waitFor(() => expect(waits).toEqual([null, '42']))
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
})

test('the card comes first while a step is open, then the tab of last time', async () => {
  const title = (name: string) => screen.findByRole('heading', { level: 1, name })
  const done = { ...own, phone: '+56 9 6123 4567', visits: 12 }
  localStorage.setItem('app.tab', 'analytics')
  profiles = [{ ...done, phone: '' }]
  show()
  // The title has the focus: what the keyboard reaches next is the card.
  const card = await screen.findByRole('region', { name: 'Tu tarjeta' })
  expect(card.compareDocumentPosition(await title('Mis Perfiles'))).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  cleanup()
  profiles = [done]
  sessionStorage.clear()
  localStorage.setItem('app.tab', 'analytics')
  show()
  await title('Analytics Dashboard')
  cleanup()
  localStorage.removeItem('app.tab')
  show()
  await title('Mis Perfiles')
})
