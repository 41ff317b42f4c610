import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accountStream } from '@app/contracts/accounts.ts'
import { quotationOf } from '../support/api/mailbox-holder.ts'
import { uuid } from '../support/api/test-log.ts'
import { subscriptionsOf } from '../support/api/test-subscriptions.ts'
import {
  DESK,
  editProfile,
  field,
  looksRight,
  looksRightEverywhere,
  newOwner,
  press,
  says,
  titled,
  useWorld,
  visiting,
} from './fixture.ts'

/** The administrator's panel. Refusals and faults are tested on its components. */
const world = useWorld()

/** Name of the tab, label of its search field, and what it says of one row. */
const LISTS = {
  usuarios: [/^Usuarios/, 'Nombre o correo', '1 usuario'],
  cotizaciones: [/^Cotizaciones/, 'Empresa o contacto', '1 cotización'],
  recordatorios: [/^Recordatorios/, 'Perfil o correo', '1 recordatorio'],
  perfiles: [/^Perfiles/, 'Nombre o empresa', '1 perfil'],
} as const

const inPanel = (path: string, work: (page: Page) => Promise<void>): Promise<void> =>
  visiting(world, { size: DESK, as: world.api.admin, path }, async (page) => {
    await titled(page, 'Panel de Administración')
    await work(page)
  })

/** Until the list is read: the former rows stay a moment longer, and then are pale. */
async function searchFor(page: Page, label: string, text: string): Promise<void> {
  const isAnswer = (url: string) => [...new URL(url).searchParams.values()].includes(text)
  const answered = page.waitForResponse((response) => isAnswer(response.url()))
  await page.getByLabel(label).fill(text)
  await answered
}

test('each list looks right with the row that a search leaves, and so does a deletion', async () => {
  const name = 'Rayén Curín'
  const { profile } = await newOwner(world, name)
  await quotationOf(world.api, 'compras@curin.example', { company: 'Curín Inversiones' })
  await subscriptionsOf(world.api).subscribed(profile.id, 'curin@correo.example')
  await inPanel('/admin?tab=usuarios', async (page) => {
    for (const [tab, [list, label, count]] of Object.entries(LISTS)) {
      await page.getByRole('tab', { name: list }).click()
      await searchFor(page, label, 'curin')
      await says(page, count)
      await looksRightEverywhere(page, `admin-${tab}`)
    }
    await press(page, `Eliminar ${name}`)
    await page.getByRole('dialog', { name: `¿Eliminar el perfil de ${name}?` }).waitFor()
    await looksRight(page, 'admin-perfiles-delete', '[role=dialog]')
    await press(page, 'Eliminar perfil')
    await says(page, 'Perfil eliminado')
    await says(page, 'Ningún perfil coincide con tu búsqueda.')
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('los perfiles')
  })
})

test('many codes are printed as cards, and nothing else of the page', () =>
  inPanel('/admin?tab=codigos', async (page) => {
    await field(page, 'Cantidad de códigos').fill('12')
    await page.getByRole('button', { name: 'Crear código' }).first().click()
    await says(page, '12 códigos creados')
    await looksRightEverywhere(page, 'admin-codes')
    await page.evaluate('window.print = () => undefined')
    await press(page, 'Imprimir')
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.locator('.printed-codes li:visible').count()).toBe(12)
    expect(await page.getByRole('button').count()).toBe(0)
  }))

test('an administrator finds an edit, opens it, and sees the profile at that moment [SCR-9]', async () => {
  const card = await newOwner(world, 'Ailin Paillan')
  for (const position of ['Gerenta', 'Directora']) await editProfile(world, card, { position })
  const path = `/admin?tab=historial&entity=profile-${card.profile.id}&type=ProfileEdited`
  await inPanel(path, async (page) => {
    const list = page.getByRole('region', { name: 'Eventos' })
    await list.getByText('Mostrando 2 de 2 eventos').waitFor()
    await looksRightEverywhere(page, 'admin-history')
    await list.getByRole('link').first().click()
    await page.getByText('Antes y después').waitFor()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('heading', { name: /^Así estaba el / }).waitFor()
    await sheet.getByRole('region', { name: 'Perfil como estaba' }).waitFor()
    await looksRightEverywhere(page, 'admin-history-event')
  })
})

test('an administrator skips a parked event by the keyboard, and swaps in rows that were made anew [PROJ-10, PROJ-11]', async () => {
  const { api } = world
  // A rename before its account, and the account that waits behind it.
  await api.write(
    accountStream(uuid(0x5_000)),
    { type: 'AccountRenamed', data: { name: 'Ana' } },
    { type: 'AccountRegistered', data: { name: 'Ana', email: 'ana@copihue.example' } },
  )
  await inPanel('/admin?tab=avanzado', async (page) => {
    await says(page, /^Espera al evento #/)
    await looksRightEverywhere(page, 'admin-data')
    await page.getByRole('button', { name: /^Omitir el evento #/ }).press('Enter')
    await page.getByRole('dialog').waitFor()
    await looksRight(page, 'admin-data-skip', '[role=dialog]')
    await field(page, 'Motivo').fill('Llegó antes que su cuenta')
    await page.keyboard.press('Enter')
    await says(page, 'Evento omitido. No queda ninguno apartado.')
    await says(page, 'No hay eventos apartados.')
    expect(await page.evaluate("document.activeElement?.getAttribute('aria-label')")).toBe('Datos')

    await press(page, 'Reconstruir Códigos de activación')
    await says(page, 'Lista')
    await api.db.query(
      "insert into read.codes (id, sealed_code, max_profiles, created_at) values ('changed by hand', '', 1, 0)",
    )
    await press(page, 'Comparar Códigos de activación')
    await says(page, /^codes 1 fila distinta$/)
    await looksRightEverywhere(page, 'admin-data-differing')
    await press(page, 'Usar Códigos de activación')
    await says(page, 'Códigos de activación usa las filas nuevas')
  })
})
