import type { LiveFact } from '@app/contracts/analytics.ts'
import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { testTable } from '../../../../tests/support/every.ts'
import { antonia, signedIn } from '../../../testing/fixtures.ts'
import { liveServer, visitFact } from '../../../testing/live-server.ts'
import { profileServer } from '../../../testing/profile-server.ts'
import { fakeApi, press, replaceText, showPartAt } from '../../../testing/screen.tsx'
import { useMyProfilesQuery } from '../use-chosen-profile.ts'
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
const show = (profile: OwnProfile = fresh) =>
  showPartAt('/dashboard?tab=profiles', <Stage profile={profile} hand={hand} />, signedIn)

async function shown() {
  show()
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

test('the first tap is told in seconds, its card has rings, and the third step leads to what was done', async () => {
  const tapped = await shown()
  expect(chip().textContent).toBe('')
  tapped({ source: 'nfc' })
  await screen.findByRole('heading', { name: 'Alguien tocó tu tarjeta.' })
  expect(chip().textContent).toMatch(/^Primer toque: hace \d+ siPhone · Tarjeta NFC/)
  expect(document.querySelectorAll('[data-rings] i')).toHaveLength(3)
  expect(document.querySelectorAll('.step-hit')).toHaveLength(1)
  const link = within(steps()).getByRole('link', { name: 'Ver qué hizo' })
  expect(link.getAttribute('href')).toBe(`/dashboard?tab=analytics&profile=${fresh.id}`)
})

test('a visit that came between the list of profiles and the stream is read into the list again', async () => {
  const { requests } = api.takes('get', '*/api/profiles/me', () => HttpResponse.json([fresh]))
  const Reader = () => String(useMyProfilesQuery().isSuccess)
  showPartAt(
    '/dashboard?tab=profiles',
    <>
      <Stage profile={fresh} hand={hand} />
      <Reader />
    </>,
    signedIn,
  )
  await waitFor(() => expect([server.connections.length, requests.length]).toEqual([1, 1]))
  act(() => server.connections[0]!.tell('opened', { facts: [visitFact], people: 1 }))
  await waitFor(() => expect(requests).toHaveLength(2))
})

test('the owner’s own tap is answered: it does not count, and somebody else is needed', async () => {
  const tapped = await shown()
  tapped({ excluded: 'own', source: 'nfc' })
  await screen.findByText('Es tuyo, por eso no suma.')
  expect(chip().textContent).toMatch(/^Tu toque llegó hace \d+ s\.Es tuyo, por eso no suma\.0$/)
  expect(document.querySelectorAll('[data-rings], .step-hit')).toHaveLength(0)
  expect(within(steps()).getByText('1 de 3').isConnected).toBe(true)
  within(steps()).getByText(/Pídele a alguien que la toque/)
  await press('Compartir', within(steps()))
  expect(share).toHaveBeenCalledOnce()
})

test('steps that are done while they are seen keep their ticks until they are closed', async () => {
  const isBand = () => document.querySelector('[data-band]') !== null
  const done = { ...fresh, profile_image: 'a'.repeat(32), phone: '9 1234 5678' }
  showPartAt('/dashboard?tab=profiles', <Stage profile={done} hand={hand} />, signedIn)
  await waitFor(() => expect(server.connections).toHaveLength(1))
  act(() => server.connections[0]!.tell('opened', { facts: [visitFact], people: 1 }))
  await screen.findByText('3 de 3')
  expect([isBand(), document.querySelectorAll('.step .lucide-check').length]).toEqual([false, 3])
  await press('Cerrar los pasos')
  expect([isBand(), document.activeElement]).toEqual([
    true,
    screen.getByRole('region', { name: 'Tu tarjeta' }),
  ])
})

test('the first step takes the phone and the address of the account as they were read, keeps the focus, and leads to the photo [SCR-2]', async () => {
  const profiles = profileServer({ ...fresh, email: '' })
  api.use(...profiles.handlers)
  function Read() {
    const [phone, setPhone] = useState('')
    return (
      <>
        <button onClick={() => setPhone('+56912345678')}>Leer</button>
        <Stage profile={{ ...fresh, email: '', phone }} hand={hand} />
      </>
    )
  }
  showPartAt('/dashboard', <Read />, signedIn)
  await screen.findByText('Ponle tu teléfono y muéstrala.')
  await userEvent.type(screen.getByLabelText('Teléfono'), '98765432{Enter}')
  await screen.findByText('¿Falta el 9? Si es +56 9 9876 5432, escríbelo completo.')
  profiles.change({ company: 'Andes' })
  await replaceText(screen.getByLabelText('Teléfono'), '+56 9 1234 5678', '{Enter}')
  await screen.findByText('Este perfil cambió en otra sesión.')
  await press('Guardar')
  await screen.findByText('Perfil actualizado correctamente')
  await press('Usar mi correo de acceso')
  await waitFor(() =>
    expect(profiles.puts).toEqual([
      { ifMatch: '"1"', changes: { phone: '+56 9 1234 5678' } },
      { ifMatch: '"2"', changes: { phone: '+56 9 1234 5678' } },
      { ifMatch: '"3"', changes: { email: signedIn.user.email } },
    ]),
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Teléfono')))
  fireEvent.click(screen.getByRole('button', { name: 'Leer' }))
  await screen.findByText('0 de 3')
  expect(document.activeElement).toBe(within(steps()).getAllByRole('listitem')[0])
  expect(screen.getByRole('link', { name: 'Editar perfil' }).getAttribute('href')).toMatch(/#profile-image$/)
  expect(screen.queryByLabelText('Teléfono')).toBeNull()
})

testTable([
  ['María José Rivas Soto', 'María José'],
  ['María de los Ángeles Fernández-Quintupil Valenzuela', 'María de los Ángeles'],
  ['  ', 'Andes Norte'],
])('the first name is greeted, or else the company', async (name, greeted) => {
  show({ ...fresh, name, lastname: '', company: 'Andes Norte' })
  await screen.findByRole('heading', { name: `Hola, ${greeted}. Esta es tu tarjeta.` })
  cleanup()
})
