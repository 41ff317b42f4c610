// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { enterText } from '../../testing/enter-text.ts'
import { antonia, diego, owner, signedInAs } from '../../testing/fixtures.ts'
import { quietCalls } from '../../testing/live-server.ts'
import { profileServer } from '../../testing/profile-server.ts'
import { address, fakeApi, showAt } from '../../testing/screen.tsx'
import { Dashboard } from '../shell/Dashboard.tsx'

const api = fakeApi()
const typing = userEvent.setup({ delay: null })
const HERE = '/dashboard?tab=profile'

beforeEach(() =>
  api.use(
    ...quietCalls(),
    http.get('*/api/profiles/me', () => HttpResponse.json([antonia, diego])),
    ...profileServer(antonia).handlers,
  ),
)

const command = async (name: string) => {
  await typing.keyboard('{Control>}k{/Control}')
  await enterText(await screen.findByRole('combobox', { name: 'Buscar un comando' }), name, '{Enter}')
}
const chooseProfile = async (name: string) => {
  await typing.click(screen.getByRole('button', { name: /Cambiar de perfil/ }))
  await typing.click(await screen.findByRole('option', { name: new RegExp(name) }))
}
const question = async () => within(await screen.findByRole('dialog', { name: '¿Salir sin guardar?' }))
const answer = async (name: string) => {
  await typing.click((await question()).getByRole('button', { name }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('the command menu and the profile switch ask before they leave unsaved changes; the present address does not [SCR-1]', async () => {
  showAt(HERE, <Dashboard />, signedInAs(owner))
  await typing.type(await screen.findByRole('textbox', { name: 'Cargo' }), 'D')
  await screen.findByText('1 cambio sin guardar')
  await command('Editar Perfil')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  for (const leave of [() => command('Apariencia'), () => chooseProfile('Diego')]) {
    await leave()
    await answer('Seguir editando')
    expect(address()).toBe(HERE)
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Cargo' }).value).toBe('D')
  }
  await chooseProfile('Diego')
  await answer('Salir')
  await waitFor(() => expect(address()).toBe(`${HERE}&profile=${diego.id}`))
})
