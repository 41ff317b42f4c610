// @vitest-environment happy-dom
import type { LiveFact } from '@app/contracts/api/live-calls.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { antonia, signedIn } from '../../../testing/fixtures.ts'
import { liveServer, visitFact } from '../../../testing/live-server.ts'
import { fakeApi, showPartAt } from '../../../testing/screen.tsx'
import { Stage } from './Stage.tsx'

const api = fakeApi()
const fresh = { ...antonia, visits: 0, profile_image: null, phone: '' }
const share = vi.fn<() => void>()
const hand = { showQr: vi.fn<() => void>(), share }
let server = liveServer()

beforeEach(() => {
  server = liveServer()
  api.use(server.handler)
  vi.spyOn(Math, 'random').mockReturnValue(1)
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function shown() {
  showPartAt('/dashboard?tab=profiles', <Stage profile={fresh} hand={hand} />, signedIn)
  await waitFor(() => expect(server.connections).toHaveLength(1))
  const [connection] = server.connections
  connection!.tell('opened', { facts: [], people: 0 })
  return (fact: Partial<LiveFact>) => {
    const at = new Date(Date.now() - 2_400).toISOString()
    act(() => connection!.tell('moved', { facts: [{ ...visitFact, at, ...fact }], people: 1 }))
  }
}
const chip = () => within(screen.getByRole('region', { name: 'Tu tarjeta' })).getByRole('status')
const steps = () => screen.getByRole('region', { name: 'Estrénala en tres pasos' })

test('the first tap is told in seconds, its figure rolls from 0 to 1, and the third step leads to what was done', async () => {
  const tapped = await shown()
  expect(chip().textContent).toBe('')
  tapped({})
  await screen.findByRole('heading', { name: 'Alguien tocó tu tarjeta.' })
  expect(chip().textContent).toMatch(/^Primer toque: hace \d+ siPhone · Tarjeta NFC/)
  expect([...document.querySelectorAll('.rolling')].map((figure) => figure.textContent)).toEqual(['01', '01'])
  expect(document.querySelectorAll('.stage-rings i')).toHaveLength(3)
  expect(document.querySelectorAll('.step-hit')).toHaveLength(1)
  const link = within(steps()).getByRole('link', { name: 'Ver qué hizo' })
  expect(link.getAttribute('href')).toBe(`/dashboard?tab=analytics&profile=${fresh.id}`)
})

test('the owner’s own tap is answered: it does not count, nothing rolls, and somebody else is needed', async () => {
  const tapped = await shown()
  tapped({ excluded: 'own' })
  await screen.findByText('Es tuyo, por eso no suma.')
  expect(chip().textContent).toMatch(/^Tu toque llegó hace \d+ s\.Es tuyo, por eso no suma\.0$/)
  expect(document.querySelectorAll('.rolling, .stage-rings, .step-hit')).toHaveLength(0)
  expect(within(steps()).getByText('1 de 3').isConnected).toBe(true)
  within(steps()).getByText(/Pídele a alguien que la toque/)
  await userEvent.click(within(steps()).getByRole('button', { name: 'Compartir' }))
  expect(share).toHaveBeenCalledOnce()
})

test.each([
  ['María José Rivas Soto', 'María José'],
  ['María de los Ángeles Fernández-Quintupil Valenzuela', 'María de los Ángeles'],
  ['  ', 'Andes Norte'],
])('whose name is typed as %j is greeted as %s', async (name, greeted) => {
  const profile = { ...fresh, name, lastname: '', company: 'Andes Norte' }
  showPartAt('/dashboard?tab=profiles', <Stage profile={profile} hand={hand} />, signedIn)
  await screen.findByRole('heading', { name: `Hola, ${greeted}. Esta es tu tarjeta.` })
})
