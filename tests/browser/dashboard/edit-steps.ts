import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DETAIL_FIELDS, type ProfileDetails } from '@app/contracts/events/profile-events.ts'
import { profileChanges } from '@app/contracts/api/profile-calls.ts'
import type { Owner } from '../../kills/account-world.ts'
import { isLong } from '../../support/longer-runs.ts'
import {
  DESK,
  field,
  looksRight,
  openSignedIn,
  PHONE,
  press,
  titled,
  type Opening,
  type Size,
  type World,
} from './dashboard-fixture.ts'

const PATH = '/dashboard?tab=profile'
const SAVED = 'Perfil actualizado correctamente'
const CHANGED = 'Este perfil cambió en otra sesión.'

const LABELS: Readonly<Record<keyof ProfileDetails, string>> = {
  name: 'Nombre',
  lastname: 'Apellido',
  email: 'Correo electrónico',
  position: 'Cargo',
  company: 'Empresa',
  bio: 'Biografía',
  phone: 'Teléfono',
  whatsapp: 'WhatsApp',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  facebook: 'Facebook',
  website: 'Sitio Web',
  custom_link: 'Enlace',
  custom_link_title: 'Título del enlace',
}

const TYPED: ProfileDetails = {
  name: 'Rocío',
  lastname: 'Ñancupil',
  email: 'rocio@andes.example',
  position: 'Directora',
  company: 'Andes Norte',
  bio: 'Ayudo a equipos.\nConversemos.',
  phone: '9 1234 5678',
  whatsapp: '9 8765 4321',
  instagram: '@rocio.paz',
  linkedin: 'rocio-paz',
  facebook: 'rocio.paz',
  website: 'andes.cl',
  custom_link: 'cal.com/rocio',
  custom_link_title: 'Agenda una reunión',
}
/** On the public page. */
const SHOWN = [
  'Rocío Ñancupil',
  'Directora',
  'Andes Norte',
  'Conversemos.',
  'rocio@andes.example',
  '+56 9 8765 4321',
  '@rocio.paz',
  'in/rocio-paz',
  'andes.cl',
  'Agenda una reunión',
]

const VERSIONS = "[...document.querySelectorAll('[role=dialog] dd')].map(({ textContent }) => textContent)"

const SIZES: readonly Size[] = isLong ? [PHONE, DESK] : [PHONE]

export function editSteps(world: () => World): void {
  const open = async (owner: Owner, opening: Opening = {}): Promise<Page> => {
    const { page } = await openSignedIn(world(), owner, { path: PATH, ...opening })
    await titled(page, 'Editar Perfil')
    await field(page, 'Cargo').waitFor()
    return page
  }
  const newOwner = async (name: string) => world().people.newOwner(name, await world().people.newCode())

  /** The ETag of the owner's only profile, which changes with every event of it. */
  async function tagOf(owner: Owner): Promise<string | null> {
    const { people } = world()
    const [profile] = await people.profilesOf(owner)
    const headers = { Authorization: `Bearer ${owner.session.token}` }
    return (await fetch(`${people.product.url}/api/profile/${profile?.id}`, { headers })).headers.get('etag')
  }

  test.each(SIZES)('all fields are edited, and the public page shows them (%d × %d px)', async (...size) => {
    const { people } = world()
    const owner = await newOwner(`Rocio Paz${size[0]}`)
    const page = await open(owner, { size })
    await looksRight(page, 'edit-before')
    for (const name of DETAIL_FIELDS) await field(page, LABELS[name]).fill(TYPED[name])
    await page.getByText('Se guardará como www.instagram.com/rocio.paz').waitFor()
    await page.getByText(/cambios sin guardar/).waitFor()
    await looksRight(page, 'edit-changed')
    await page.keyboard.press('Control+s')
    await page.getByText(SAVED).waitFor()
    expect(await field(page, 'Teléfono').inputValue()).toBe('+56 9 1234 5678')
    const [profile] = await people.profilesOf(owner)
    await page.goto(`${people.product.url}/pages/${profile?.slug}`)
    const shown = String(await page.evaluate('document.body.innerText'))
    for (const text of SHOWN) expect(shown).toContain(text)
    await page.context().close()
  })

  test('two browsers edit one profile: conflict, differences, overwrite [SCR-2]', async () => {
    const owner = await newOwner('Tomas Rojas')
    const [one, other] = await Promise.all([open(owner), open(owner, { size: DESK })])
    await field(one, 'Cargo').fill('Gerente')
    await field(one, 'Empresa').fill('Andes')
    await press(one, 'Guardar cambios')
    await one.getByText(SAVED).waitFor()
    await field(other, 'Cargo').fill('Director')
    const tag = await tagOf(owner)
    await press(other, 'Guardar cambios')
    const dialog = other.getByRole('dialog', { name: CHANGED })
    await dialog.waitFor()
    await press(other, 'Ver diferencias')
    expect(await other.evaluate(VERSIONS)).toEqual(['Director', 'Gerente'])
    await looksRight(other, 'edit-conflict')
    expect(await tagOf(owner)).toBe(tag)
    await press(other, 'Sobrescribir')
    await other.getByText(SAVED).waitFor()
    expect(await field(other, 'Empresa').inputValue()).toBe('Andes')
    expect(await tagOf(owner)).not.toBe(tag)
    await Promise.all([one.context().close(), other.context().close()])
  })

  test('an invalid text is refused beside its field, and nothing is appended', async () => {
    const owner = await newOwner('Elisa Muñoz')
    const tag = await tagOf(owner)
    const page = await open(owner)
    for (const name of DETAIL_FIELDS) {
      const charsMax = profileChanges.shape[name].unwrap().maxLength ?? 0
      await field(page, LABELS[name]).fill('x'.repeat(charsMax + 1))
    }
    await press(page, 'Guardar cambios')
    await expect.poll(() => page.getByText(/^Máximo \d+ caracteres\. Te sobran 1\.$/).count()).toBe(14)
    expect(await page.evaluate('document.activeElement.name')).toBe('name')
    expect(await field(page, 'Biografía').inputValue()).toHaveLength(2_001)
    await looksRight(page, 'edit-refused')
    await press(page, 'Descartar')
    await press(page, 'Descartar cambios')
    await field(page, 'Sitio Web').fill('javascript:alert(1)')
    await press(page, 'Guardar cambios')
    await page.getByText('Escribe una dirección que empiece con https://').waitFor()
    expect(await tagOf(owner)).toBe(tag)
    await page.context().close()
  })

  test('going back in the browser asks first, and a draft survives a reload but no logout [SCR-1]', async () => {
    const owner = await newOwner('Bruno Vera')
    const { page } = await openSignedIn(world(), owner)
    const draft = "Object.keys(localStorage).filter((key) => key.startsWith('app.draft.')).length"
    await page.getByRole('navigation', { name: 'Panel' }).getByRole('link', { name: 'Editar' }).click()
    await field(page, 'Cargo').fill('Director')
    await page.goBack()
    await press(page, 'Seguir editando')
    expect(new URL(page.url()).search).toContain('tab=profile')
    expect(await field(page, 'Cargo').inputValue()).toBe('Director')
    await page.getByText('Borrador guardado en este equipo').waitFor()
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await press(page, 'Restaurar')
    expect(await field(page, 'Cargo').inputValue()).toBe('Director')
    expect(await page.evaluate(draft)).toBe(1)
    await page.getByRole('button', { name: 'Más', exact: true }).click()
    await press(page, 'Cerrar sesión')
    await press(page, 'Salir')
    await page.waitForURL((url) => url.pathname === '/')
    expect(await page.evaluate(draft)).toBe(0)
    await page.context().close()
  })
}
