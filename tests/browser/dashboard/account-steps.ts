import { readFile } from 'node:fs/promises'
import JSZip from 'jszip'
import type { Page, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { REFUSALS } from '@app/contracts/refusals.ts'
import { SESSION_KEY } from '@app/contracts/session-key.ts'
import sharp from 'sharp'
import { emailOf, PASSWORD, type Owner } from '../../kills/account-world.ts'
import { isLong } from '../../support/longer-runs.ts'
import { ADMIN_EMAIL, call } from '../../support/processes/product-calls.ts'
import {
  DESK,
  field,
  looksRight,
  openSignedIn,
  openStill,
  PHONE,
  press,
  titled,
  type World,
} from './dashboard-fixture.ts'

const NEW = 'Nueva-clave-2'
/** As it is kept. */
const ENTERED = {
  lastname: 'Ñancupil',
  position: 'Artesana «de plata»',
  company: 'Rütran SpA',
  bio: 'Joyas\n<b>mapuche</b> & más',
  phone: '+56912345678',
  email: 'ventas@rutran.example',
  website: 'https://rutran.example',
  instagram: 'https://www.instagram.com/rutran.plata/',
}
/** In the middle of what sharp's histogram tells apart. */
const COLOUR = { r: 200, g: 40, b: 88 }
const ACCOUNT = '/dashboard?tab=account'
const SIZES = isLong ? [PHONE, DESK] : [PHONE]

/** They mostly wait: for hashes, for a browser, for an erasure. */
export function accountSteps(world: () => World): void {
  test('the sixth wrong password is refused, and the right one after it; nothing is appended', async () => {
    const { people } = world()
    const owner = await people.newOwner('Ernesto Cona', await people.newCode())
    const { context, page } = await openSignedIn(world(), owner, { path: ACCOUNT })
    await press(page, 'Borrar mi cuenta')
    const length = await people.lengthOf(accountStream(owner.id))
    for (let tries = 1; tries <= 5; tries += 1) {
      const answered = page.waitForResponse(isDeletion)
      await field(page, 'Tu contraseña').fill(`Equivocada-${tries}`)
      await page.keyboard.press('Enter')
      expect((await answered).status()).toBe(401)
      await page.getByText('Esa no es tu contraseña.').waitFor()
    }
    await field(page, 'Tu contraseña').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('alert').filter({ hasText: 'Demasiados intentos' }).waitFor()
    expect(await field(page, 'Tu contraseña').inputValue()).toBe(PASSWORD)
    expect(await people.lengthOf(accountStream(owner.id))).toBe(length)
    await context.close()
  })

  /** One at a time: the server would refuse the other size for a while. */
  let exporting = Promise.resolve('')
  const downloaded = async (page: Page): Promise<string> => {
    const downloading = page.waitForEvent('download')
    await press(page, 'Descargar mis datos')
    return (await downloading).path()
  }

  test.concurrent.each(SIZES)('is renamed, exported and deleted at %d × %d px', async (...size) => {
    const [width] = size
    const { people } = world()
    const owner = await people.newOwner(`Violeta Paz${width}`, await people.newCode())
    const [{ id, slug } = { id: '', slug: '' }] = await people.profilesOf(owner)
    await enter(owner, id, people.product.url)
    const { context, page } = await openSignedIn(world(), owner, { size })

    const more = page.getByRole('button', { name: 'Más', exact: true })
    if (await more.isVisible()) await more.click()
    await page.getByRole('link', { name: `Mi cuenta: Violeta Paz${width}` }).click()
    await titled(page, 'Mi cuenta')
    await looksRight(page, 'account')

    await field(page, 'Nombre completo').fill('Violeta Ñancupil')
    await press(page, 'Guardar nombre')
    await page.getByText('Nombre actualizado').waitFor()

    await field(page, 'Contraseña actual').fill(PASSWORD)
    await field(page, 'Nueva contraseña').fill(NEW)
    await field(page, 'Repite la contraseña').fill(NEW)
    await press(page, 'Cambiar contraseña')
    await page.getByText('Contraseña actualizada.').waitFor()

    const downloading = (exporting = exporting.then(() => downloaded(page)))
    const zip = await JSZip.loadAsync(await readFile(await downloading))
    const account = JSON.parse((await zip.file('cuenta.json')?.async('string')) ?? '') as object
    expect(account).toMatchObject({ name: 'Violeta Ñancupil', email: owner.email })
    const exported = await zip.file(`perfiles/${slug}/perfil.json`)?.async('string')
    expect(JSON.parse(exported ?? '')).toMatchObject({ ...ENTERED, slug, profile_image: 'foto.webp' })
    const picture = await zip.file(`perfiles/${slug}/foto.webp`)?.async('nodebuffer')
    const { dominant } = await sharp(picture).stats()
    expect(dominant).toEqual(COLOUR)

    await press(page, 'Borrar mi cuenta')
    await looksRight(page, 'account-deletion')
    await field(page, 'Tu contraseña').fill(PASSWORD)
    await press(page, 'Borrar para siempre')
    await page.getByText('Esa no es tu contraseña.').waitFor()
    await field(page, 'Tu contraseña').fill(NEW)
    await page.keyboard.press('Enter')
    await page.getByText('Tarda unos segundos').waitFor()
    await page.getByText('Cerramos tu cuenta y borramos lo que era tuyo.').waitFor()
    await titled(page, 'Iniciar Sesión')
    expect((await fetch(`${people.product.url}/pages/${slug}`)).status).toBe(404)
    await people.newOwner(`Violeta Paz${width}`)
    await context.close()
  })

  test.concurrent('the last administrator sees why the account stays', async () => {
    const { people } = world()
    const { context, page } = await openStill(world())
    await page.goto(`${people.product.url}${ACCOUNT}`)
    await field(page, 'Correo electrónico').fill(ADMIN_EMAIL)
    await field(page, 'Contraseña').fill(people.adminPassword)
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/auth/login'))
    await press(page, 'Entrar')
    expect((await answered).status()).toBe(200)
    await titled(page, 'Mi cuenta')
    await press(page, 'Borrar mi cuenta')
    await field(page, 'Tu contraseña').fill(people.adminPassword)
    await press(page, 'Borrar para siempre')
    await page.getByRole('alert').filter({ hasText: 'Eres el último administrador activo.' }).waitFor()
    await context.close()
  })

  test.concurrent('an account without a password must have signed in within ten minutes', async () => {
    const { people } = world()
    const name = 'Nahuel Lemu'
    const { context, page } = await openStill(world())
    await page.goto(`${people.product.url}/login`)
    await signInByProvider(page, name)
    await field(page, 'Código de activación').fill(await people.newCode())
    await press(page, 'Activar cuenta')
    await page.getByRole('navigation', { name: 'Panel' }).waitFor()
    const kept = await page.evaluate<string>(`localStorage.getItem('${SESSION_KEY}')`)
    await people.ageSessions((JSON.parse(kept) as { user: { id: string } }).user.id, 11)
    await deleteWithoutPassword(page)
    await page.getByRole('alert').filter({ hasText: REFUSALS['sign-in-again'].detail }).waitFor()

    await page.goto(`${people.product.url}/login`)
    await page.evaluate('localStorage.clear()')
    await page.goto(`${people.product.url}/login`)
    await signInByProvider(page, name)
    await page.getByRole('navigation', { name: 'Panel' }).waitFor()
    await deleteWithoutPassword(page)
    await page.getByText('Cerramos tu cuenta y borramos lo que era tuyo.').waitFor()
    expect((await people.newOwner(name)).email).toBe(emailOf(name))
    await context.close()
  })

  async function deleteWithoutPassword(page: Page): Promise<void> {
    await page.goto(`${world().people.product.url}${ACCOUNT}`)
    await page.getByRole('link', { name: 'pide el enlace para crearla' }).waitFor()
    await press(page, 'Borrar mi cuenta')
    await press(page, 'Borrar para siempre')
  }
}

/** By calls: the editor has steps of its own. */
export async function enter({ session }: Owner, profileId: string, url: string): Promise<void> {
  const headers = { Authorization: `Bearer ${session.token}` }
  const json = { ...headers, 'Content-Type': 'application/json' }
  const edited = { method: 'PUT', headers: json, body: JSON.stringify(ENTERED) }
  expect((await call(`${url}/api/profile/${profileId}`, edited)).status).toBe(200)
  const body = new FormData()
  const picture = { width: 300, height: 300, channels: 3, background: COLOUR } as const
  const file = await sharp({ create: picture }).png().toBuffer()
  body.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'cara.png')
  const sent = { method: 'POST', headers, body }
  expect((await call(`${url}/api/upload/profile-image/${profileId}`, sent)).status).toBe(200)
}

const isDeletion = (response: Response): boolean =>
  response.request().method() === 'DELETE' && response.url().endsWith('/api/auth/me')

async function signInByProvider(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Continuar con el proveedor local' }).click()
  await page.getByLabel('Nombre').fill(name)
  await page.getByLabel('Correo electrónico').fill(emailOf(name))
  await press(page, 'Continuar')
}
