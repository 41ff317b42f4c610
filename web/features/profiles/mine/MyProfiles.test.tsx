import type { User } from '@app/contracts/accounts.ts'
import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { antonia, diego, signedIn, user } from '../../../testing/fixtures.ts'
import { fakeApi, press, showPartAt, textsOf, wholeText } from '../../../testing/screen.tsx'
import { MyProfiles } from './MyProfiles.tsx'

fakeApi()

const onChoose = vi.fn()
const create = vi.fn()
afterEach(() => {
  for (const spy of [onChoose, create]) spy.mockReset()
})

async function show(profiles: readonly OwnProfile[], limits: Partial<User> = {}, creating = false) {
  showPartAt(
    '/',
    <MyProfiles
      user={{ ...user, ...limits }}
      profile={profiles[0]}
      profiles={profiles}
      creation={{ create, creating }}
      onChoose={onChoose}
      editAddress={({ id }) => `?tab=profile&profile=${id}`}
    />,
    signedIn,
  )
  await screen.findByRole('list', { name: 'Perfiles' })
}
const card = (name: string) => within(screen.getByRole('listitem', { name }))
const link = (name: string) => screen.getByRole('link', { name })

test('a card has all data that its owner needs', async () => {
  await show([{ ...antonia, position: 'Gerenta', profile_image: 'abc' }])
  const { style } = document.querySelector('li svg')!.parentElement!
  expect([style.backgroundColor, style.color].map((colour) => colour.startsWith('#'))).toEqual([true, true])
  const shown = card('Antonia Rivas Soto')
  for (const text of [
    'Gerenta',
    wholeText('/pages/antonia-rivas'),
    '1.449 visitas',
    '20-11-2026',
    'Seleccionado',
  ])
    expect(shown.getAllByText(text)).toHaveLength(1)
  expect(shown.getByText('20-11-2026').closest('span')?.textContent).toBe('Actualizado el 20-11-2026')
  expect(document.querySelector('li img')?.getAttribute('src')).toBe('/api/files/abc-w224')
  expect(link('Ver Antonia Rivas Soto').getAttribute('href')).toBe('/pages/antonia-rivas')
  expect(link('Editar Antonia Rivas Soto').getAttribute('href')).toBe(`/?tab=profile&profile=${antonia.id}`)
})

test('without photo, position and name there are a placeholder, a sentence and the address', async () => {
  await show([{ ...antonia, name: '', lastname: '', position: '', visits: 1 }])
  expect(document.querySelector('li img')).toBeNull()
  for (const text of ['Sin cargo', '1 visita'])
    expect(card('antonia-rivas').getAllByText(text)).toHaveLength(1)
})

test('a profile that an administrator deactivated shows it, and offers no page', async () => {
  await show([{ ...antonia, is_active: false }])
  const shown = card('Antonia Rivas Soto')
  expect(shown.getAllByText('Un administrador desactivó este perfil. Nadie puede verlo.')).toHaveLength(1)
  expect(shown.queryByRole('link', { name: /Ver/ })).toBeNull()
  expect(shown.queryByRole('button', { name: /QR/ })).toBeNull()
  expect(link('Editar Antonia Rivas Soto').isConnected).toBe(true)
})

test('another card can be selected, and below the limit one can be created: a text shows how many are left', async () => {
  await show([antonia, diego], { profiles_count: 2, max_profiles: 5 })
  expect(screen.getAllByText('Seleccionado')).toHaveLength(1)
  await press('Seleccionar Diego Sanhueza')
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(diego)
  expect(screen.getAllByText('Te quedan 3 de 5.')).toHaveLength(1)
  await press('Crear nuevo perfil')
  expect(create).toHaveBeenCalledOnce()
  cleanup()
  await show([antonia, diego], { profiles_count: 2, max_profiles: 3 })
  expect(screen.getAllByText('Te queda 1 de 3.')).toHaveLength(1)
})

test('at the limit a notice replaces the button, and while one is created it creates no second', async () => {
  await show([antonia], {}, true)
  await press('Creando...')
  expect(create).not.toHaveBeenCalled()
  for (const [max, cards] of [
    [1, '1 perfil'],
    [5, '5 perfiles'],
  ] as const) {
    cleanup()
    await show([antonia], { profiles_count: max, max_profiles: max })
    const text = `Llegaste a tu límite de ${cards}. Contacta al administrador para tener más.`
    expect(screen.getByText(text).closest('[role=status]')).not.toBeNull()
    expect(screen.queryByRole('button', { name: 'Crear nuevo perfil' })).toBeNull()
  }
})

test('an only profile has no card: the stage above shows it', async () => {
  await show([antonia], { is_admin: false, profiles_count: 1, max_profiles: 2 })
  expect(textsOf(screen.getAllByRole('listitem'))).toEqual(['Crear nuevo perfilTe queda 1 de 2.'])
  cleanup()
  await show([{ ...antonia, is_active: false }], { is_admin: false })
  expect(card('Antonia Rivas Soto').getByText(/Nadie puede verlo/).isConnected).toBe(true)
})
