import { readFile } from 'node:fs/promises'
import JSZip from 'jszip'
import { expect, test } from 'vitest'
import sharp from 'sharp'
import { PASSWORD } from '../../kills/account-world.ts'
import {
  callAs,
  type CardOwner,
  field,
  newCardOwner,
  openSignedIn,
  press,
  titled,
  type World,
  looksRightEverywhere,
  saved,
  uploadPortrait,
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
export function accountSteps(world: () => World): void {
  test('is renamed, exported and deleted', async () => {
    const { people } = world()
    const card = await newCardOwner(world(), 'Violeta Reyes')
    const { owner } = card
    const { slug } = card.profile
    await enter(world(), card)
    const { context, page } = await openSignedIn(world(), owner)

    const more = page.getByRole('button', { name: 'Más', exact: true })
    if (await more.isVisible()) await more.click()
    await page.getByRole('link', { name: `Mi cuenta: Violeta Reyes` }).click()
    await titled(page, 'Mi cuenta')
    await looksRightEverywhere(page, 'account')

    await field(page, 'Nombre completo').fill('Violeta Ñancupil')
    await press(page, 'Guardar nombre')
    await page.getByText('Nombre actualizado').waitFor()

    await field(page, 'Contraseña actual').fill(PASSWORD)
    await field(page, 'Nueva contraseña').fill(NEW)
    await field(page, 'Repite la contraseña').fill(NEW)
    await press(page, 'Cambiar contraseña')
    await page.getByText('Contraseña actualizada.').waitFor()

    const file = await saved(page, 'Descargar mis datos')
    const zip = await JSZip.loadAsync(await readFile(await file.path()))
    const account = JSON.parse((await zip.file('cuenta.json')?.async('string')) ?? '') as object
    expect(account).toMatchObject({ name: 'Violeta Ñancupil', email: owner.email })
    const exported = await zip.file(`perfiles/${slug}/perfil.json`)?.async('string')
    expect(JSON.parse(exported ?? '')).toMatchObject({ ...ENTERED, slug, profile_image: 'foto.webp' })
    const picture = await zip.file(`perfiles/${slug}/foto.webp`)?.async('nodebuffer')
    const { dominant } = await sharp(picture).stats()
    expect(dominant).toEqual(COLOUR)

    await press(page, 'Borrar mi cuenta')
    await looksRightEverywhere(page, 'account-deletion')
    await field(page, 'Tu contraseña').fill(PASSWORD)
    await press(page, 'Borrar para siempre')
    await page.getByText('Esa no es tu contraseña.').waitFor()
    await field(page, 'Tu contraseña').fill(NEW)
    await page.keyboard.press('Enter')
    await page.getByText('Tarda unos segundos').waitFor()
    await page.getByText('Cerramos tu cuenta y borramos lo que era tuyo.').waitFor()
    await titled(page, 'Iniciar Sesión')
    expect((await fetch(`${people.product.url}/pages/${slug}`)).status).toBe(404)
    await people.newOwner(`Violeta Reyes`)
    await context.close()
  })
}

/** By calls: the editor has steps of its own. */
export async function enter(world: World, card: CardOwner): Promise<void> {
  await callAs(world, card.owner, { method: 'PUT', path: `/profile/${card.profile.id}`, body: ENTERED })
  const picture = { width: 300, height: 300, channels: 3, background: COLOUR } as const
  await uploadPortrait(world, card, await sharp({ create: picture }).png().toBuffer())
}
