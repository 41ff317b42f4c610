import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { imagePath, widthName, type ImageWidth } from '@app/contracts/fields/pictures.ts'
import { halves, logo, noise, pngBomb } from '@app/services/media/testing/sample-pictures.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import {
  callAs,
  field,
  looksRight,
  newCardOwner,
  openSignedIn,
  press,
  titled,
  type World,
  looksRightEverywhere,
} from './dashboard-fixture.ts'

const EDITOR = '/dashboard?tab=profile'
const PORTRAIT = 'imagen de perfil'
const LOGO = 'logo de la empresa'
const BACKGROUND = 'imagen de fondo'
/** By the channels of a pixel that are high. */
const COLOURS: Readonly<Record<string, string>> = {
  '100': 'red',
  '001': 'blue',
  '111': 'white',
  '000': 'black',
}
const NOTHING = { width: 900, height: 1_600, channels: 4, background: '#00000000' } as const

interface Picked {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}
const jpegOf = (buffer: Buffer): Picked => ({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer })

const slotOf = (page: Page, noun: string): Locator => page.getByLabel(new RegExp(`^(Subir|Cambiar) ${noun}$`))
const pick = (page: Page, noun: string, file: Picked): Promise<void> => slotOf(page, noun).setInputFiles(file)
/** A stored picture, seen by its pixels. */
async function storedPicture(url: string, ref: string | null, width: ImageWidth) {
  const answer = await fetch(url + imagePath(ref ?? '', widthName(width)))
  const picture = sharp(Buffer.from(await answer.arrayBuffer()))
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  /** At a part of width and height. */
  const colourAt = (x: number, y: number): string => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    const isHigh = [...data.subarray(at, at + 3)].map((value) => (value > 128 ? 1 : 0)).join('')
    return COLOURS[isHigh] ?? isHigh
  }
  return { ...info, colourAt }
}

/** A file that is no picture, and one that no browser can hold: the tab lives on. */
async function refuse(page: Page): Promise<void> {
  const refused: readonly (readonly [bytes: Buffer, sentence: string])[] = [
    [Buffer.from('solo texto'), 'Usa una imagen JPG, PNG, WebP, AVIF, GIF o BMP.'],
    [pngBomb(30_000), 'No pudimos leer la imagen'],
  ]
  for (const [bytes, sentence] of refused) {
    await pick(page, LOGO, jpegOf(bytes))
    await page.getByText(`Error al subir imagen: ${sentence}`).waitFor()
  }
  expect(await page.getByRole('dialog').count()).toBe(0)
  await looksRightEverywhere(page, 'images-refused')
}

export function imagesSteps(world: () => World): void {
  async function openEditor(name: string) {
    const { owner, profile } = await newCardOwner(world(), name)
    const visit = await openSignedIn(world(), owner, { path: EDITOR })
    await titled(visit.page, 'Editar Perfil')
    const read = async () => {
      const answer = await callAs(world(), owner, { path: `/profile/${profile.id}` })
      return { ...answer, body: answer.body as OwnProfile }
    }
    return { ...visit, url: world().people.product.url, read }
  }

  test('what the browser draws is taken as a logo', async () => {
    const { context, page, complaints, url, read } = await openEditor('Vera Dibujo')
    const buffer = await halves(600, 200).gif().toBuffer()
    await pick(page, LOGO, { name: 'logo.gif', mimeType: '', buffer })
    await press(page, 'Usar imagen')
    await page.getByText('Imagen del logo subida correctamente').waitFor()
    const stored = await storedPicture(url, (await read()).body.company_logo, 420)
    expect([stored.width / stored.height, stored.colourAt(0.1, 0.5)]).toEqual([3, 'red'])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('three images are set, as they were held, whole and without a black ground', async () => {
    const { context, page, complaints, url, read } = await openEditor('Rosa Pinto')
    await field(page, 'Cargo').fill('Gerenta')
    const before = (await read()).headers.get('etag')
    await refuse(page)
    expect((await read()).headers.get('etag')).toBe(before)

    // By keyboard alone. The phone held the photo sideways.
    const photo = await halves(1_200, 900).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const choosing = page.waitForEvent('filechooser')
    await slotOf(page, PORTRAIT).press('Enter')
    await (await choosing).setFiles(jpegOf(photo))
    await page
      .getByRole('application', { name: /^Encuadre/ })
      .and(page.locator(':focus'))
      .waitFor()
    await looksRight(page, 'images-crop', '[role=dialog]')
    for (const key of ['ArrowLeft', 'ArrowDown']) await page.keyboard.press(key)
    await page.getByLabel('Acercamiento').fill('1.21')
    await page.getByRole('button', { name: 'Usar imagen' }).press('Enter')
    await page.getByText('Imagen de perfil subida correctamente al perfil Rosa').waitFor()
    const portrait = await storedPicture(url, (await read()).body.profile_image, 336)
    expect([portrait.colourAt(0.3, 0.1), portrait.colourAt(0.3, 0.9)]).toEqual(['red', 'blue'])

    // A wide logo is sent whole, and stays transparent.
    await pick(page, LOGO, jpegOf(await logo().png().toBuffer()))
    await press(page, 'Usar imagen')
    await page.getByText('Imagen del logo subida correctamente').waitFor()
    const { width, height, channels } = await storedPicture(url, (await read()).body.company_logo, 420)
    expect([width / height, channels]).toEqual([3, 4])

    // Transparent pixels are white as a JPEG, and not black.
    await pick(page, BACKGROUND, jpegOf(await sharp({ create: NOTHING }).png().toBuffer()))
    await press(page, 'Usar imagen')
    await page.getByText('Imagen de fondo subida correctamente').waitFor()
    const background = await storedPicture(url, (await read()).body.background_image, 720)
    expect(background.colourAt(0.5, 0.5)).toBe('white')
    // The form's own uploads are no conflict for what was typed before.
    await press(page, 'Guardar cambios')
    await page.getByText('Perfil actualizado correctamente').waitFor()
    // A photo of a phone weighs more than an upload may.
    const large = await noise(2_600, 2_000).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()
    expect(large.length).toBeGreaterThan(LIMITS.imageBytesMax)
    await pick(page, BACKGROUND, jpegOf(large))
    await press(page, 'Usar imagen')
    await page.getByText('Imagen de fondo subida correctamente').waitFor()
    await looksRightEverywhere(page, 'images-set')
    expect(complaints).toEqual([])
    await context.close()
  })
}
