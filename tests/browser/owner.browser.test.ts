import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { imagePath, widthName, type ImageWidth } from '@app/contracts/fields/pictures.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { ownProfile } from '@app/contracts/profile-calls.ts'
import { halves, logo, noise, pngBomb } from '@app/services/media/testing/sample-pictures.ts'
import { createUploads } from '../support/api/test-uploads.ts'
import { eventually } from '../support/eventually.ts'
import {
  DESK,
  downloaded,
  editProfile,
  field,
  looksRight,
  looksRightEverywhere,
  newOwner,
  open,
  PHONE,
  press,
  says,
  titled,
  useWorld,
  visiting,
  type CardOwner,
  type Size,
} from './fixture.ts'

/** The dashboard as its owners see it. Components and calls test the rest. */
const world = useWorld()
const MINE = '/dashboard?tab=profiles'
const EDITOR = '/dashboard?tab=profile'
/** As long as people's names can be. */
const LONG_NAME = 'María de los Ángeles Fernández-Quintupil'
const LONG_POSITION = 'Subgerenta de Desarrollo de Negocios y Relaciones Institucionales para la Zona Sur'

const tap = ({ profile }: CardOwner, visitor: string = crypto.randomUUID()) =>
  world.api.call(`/api/public/profile/${profile.slug}?s=nfc`, { headers: { 'visitor-id': visitor } })

test('appearance, account and the question before its end look right, as does a form with changes [SCR-9]', async () => {
  const { owner } = await newOwner(world, 'Violeta Reyes')
  await visiting(world, { as: owner, path: '/dashboard?tab=appearance' }, async (page) => {
    await page.getByText('Colores propios').click()
    await looksRightEverywhere(page, 'appearance')
    await page.goto(`${world.api.url}${EDITOR}`)
    await field(page, 'Cargo').fill('Directora')
    await looksRightEverywhere(page, 'edit-changed')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.goto(`${world.api.url}/dashboard?tab=account`)
    await titled(page, 'Mi cuenta')
    await looksRightEverywhere(page, 'account')
    await press(page, 'Borrar mi cuenta')
    await looksRightEverywhere(page, 'account-deletion')
  })
})

test('a new card shows its code and its files, and the step of the first tap ticks itself', async () => {
  const card = await newOwner(world, 'Emilia Paz')
  await visiting(world, { as: card.owner, path: MINE }, async (page) => {
    await page.getByRole('heading', { name: 'Hola, Emilia. Esta es tu tarjeta.' }).waitFor()
    await looksRight(page, 'first-run')
    await press(page, 'Compartir')
    await page.locator('[role=dialog] a[download]').last().waitFor()
    await looksRight(page, 'share', '[role=dialog]')
    await page.keyboard.press('Escape')
    await tap(card)
    await page.getByRole('heading', { name: 'Alguien tocó tu tarjeta.' }).waitFor()
    await looksRightEverywhere(page, 'first-tap')
  })
})

test('very long values fit', async () => {
  const card = await newOwner(world, 'Larga Paz')
  await world.api.newProfile('larga-dos', { ownerId: card.owner.id, details: { name: 'N'.repeat(60) } })
  const long = { name: LONG_NAME, lastname: LONG_NAME, position: LONG_POSITION, theme_color: 'dark' }
  await editProfile(world, card, long)
  await visiting(world, { as: card.owner, path: `${MINE}&profile=${card.profile.id}` }, async (page) => {
    await page.getByText(LONG_POSITION).first().waitFor()
    await looksRightEverywhere(page, 'my-profiles-long')
  })
})

/** The parts below may move by less than a hundredth of the window. */
const MOVED_PX_MAX = 8
/** People see no move outside of the window. */
const PLACE_END = `Math.min(innerHeight, document.querySelector('main > :is(.stage-place,.mb-5)').getBoundingClientRect().bottom)`

/** The script of the stage waits until the place was measured. */
async function takesItsPlace(page: Page, [width, height]: Size): Promise<void> {
  await page.setViewportSize({ width, height })
  let letItCome = (): void => undefined
  const comes = new Promise<void>((resolve) => (letItCome = resolve))
  await page.route('**/*.js', async (route) => {
    const answer = await route.fetch()
    if ((await answer.text()).includes('Ver como visitante')) await comes
    await route.fulfill({ response: answer })
  })
  await page.reload({ waitUntil: 'commit' })
  await page.locator('main > .stage-place').waitFor()
  const held = await page.evaluate<number>(PLACE_END)
  letItCome()
  await page.locator('.stage').waitFor()
  await page.unroute('**/*.js')
  expect(Math.abs((await page.evaluate<number>(PLACE_END)) - held), `${width} px`).toBeLessThan(MOVED_PX_MAX)
}

test('the stage takes the place that was held for it', async () => {
  const card = await newOwner(world, 'Violeta Paz')
  await tap(card)
  await editProfile(world, card, { position: 'Artesana «de plata»', company: 'Rütran SpA' })
  const file = await noise(300, 300).png().toBuffer()
  await createUploads(world.api).ref({ profileId: card.profile.id, file, token: card.owner.token })
  await visiting(world, { as: card.owner, path: MINE }, async (page) => {
    await says(page, '1 visita')
    for (const size of [PHONE, DESK]) await takesItsPlace(page, size)
  })
})

const TABS = ['profiles', 'profile', 'analytics', 'appearance', 'history', 'account']
const HEAD = 'header:has([aria-label="Mostrar QR"])'
/** Whether the middle of the button for the code is seen and can be pressed. */
const QR_IN_SIGHT = `(() => {
  const one = document.querySelector('${HEAD} [aria-label="Mostrar QR"]')
  const { x, y, width, height } = one.getBoundingClientRect()
  return one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
})()`
/** Fields of the editor that a bar covers when they get the focus, from the last to the first. */
const COVERED_FIELDS = `(() => {
  const [head, bar] = ['${HEAD}', 'nav[aria-label=Panel]'].map((one) => document.querySelector(one).getBoundingClientRect())
  return [...document.querySelectorAll('main form input:not([type=file])')].reverse().flatMap((field) => {
    field.focus()
    const { top, bottom } = field.getBoundingClientRect()
    return top < head.bottom || bottom > bar.top ? [field.name] : []
  })
})()`

test.each([
  [320, '100%'],
  [390, '200%'],
])(
  'a phone of %d px with texts at %s has both bars in each tab, over nothing that has the focus',
  async (width, textSize) => {
    const card = await newOwner(world, `Rayen Millao ${width === 320 ? 'Uno' : 'Dos'}`)
    const visitor = crypto.randomUUID()
    for (const _ of ['a visit', 'its repetition']) await tap(card, visitor)
    await visiting(world, { as: card.owner, size: [width, 844], path: MINE }, async (page) => {
      for (const tab of TABS) {
        await page.goto(`${world.api.url}/dashboard?tab=${tab}`)
        await page.locator('#contenido h1').waitFor()
        await page.locator(HEAD).waitFor()
        await page.evaluate(`void (document.documentElement.style.fontSize = '${textSize}')`)
        // The longest line of En vivo.
        if (tab === 'analytics') await page.getByText('no cuenta: repetición').waitFor()
        expect(await page.evaluate('document.documentElement.scrollWidth'), tab).toBeLessThanOrEqual(width)
        await page.evaluate('scrollTo(0, 1e6)')
        expect(await page.evaluate(QR_IN_SIGHT), tab).toBe(true)
        if (tab === 'profile') expect(await page.evaluate(COVERED_FIELDS)).toEqual([])
      }
    })
  },
)

const FIRST_FIGURE_PX_MAX = 240

test('a dashboard requests its figures once, shows the first on a phone, and saves its charts as a picture [SCR-9]', async () => {
  const card = await newOwner(world, 'Sofía Lienlaf')
  await tap(card)
  await world.api.settle()
  await visiting(world, { as: card.owner, path: '/dashboard?tab=analytics' }, async (page) => {
    await says(page, 'Conectado')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.reload()
    await page.getByRole('region', { name: 'Últimos movimientos' }).getByRole('listitem').first().waitFor()
    // Requests caused by the stream's first message are sent before this call.
    await page.evaluate("fetch('/readyz')")
    expect(asked.filter((path) => path.endsWith('/unified'))).toHaveLength(1)
    const figure = page.getByRole('region', { name: 'Visitas Totales' }).getByText('1', { exact: true })
    const box = (await figure.boundingBox())!
    expect(box.y + box.height).toBeLessThanOrEqual(FIRST_FIGURE_PX_MAX)
    await looksRightEverywhere(page, 'analytics')

    await press(page, '3 meses')
    await page.getByRole('img', { name: /^Visitas, únicos/ }).waitFor()
    const download = await downloaded(page, page.getByRole('button', { name: 'Descargar imagen' }))
    expect(download.suggestedFilename()).toMatch(/^Analiticas_\d{4}-\d{2}-\d{2}\.png$/)
    const picture = sharp(await readFile(await download.path()))
    expect((await picture.stats()).channels[0]?.stdev).toBeGreaterThan(2)
    // A head with the title and the names of the lines, and an edge, at two pixels each.
    const chart = (await page.getByRole('img', { name: /^Visitas, únicos/ }).boundingBox())!
    expect((await picture.metadata()).height).toBe(2 * (64 + Math.round(chart.height) + 24))
  })
})

test('an owner restores the profile as it was to the public page [SCR-9, SCR-13]', async () => {
  const card = await newOwner(world, 'Millaray Curin')
  for (const position of ['Gerenta', 'Directora']) await editProfile(world, card, { position })
  await visiting(world, { as: card.owner, path: '/dashboard?tab=history' }, async (page) => {
    await page.getByText(/^Mostrando \d+ de \d+ cambios$/).waitFor()
    await looksRightEverywhere(page, 'history')
    await page.getByRole('region', { name: 'Cambios' }).getByRole('link').nth(1).click()
    await page.getByText(/^Así estaba el /).waitFor()
    await page.getByText('Si la restauras').waitFor()
    await looksRightEverywhere(page, 'history-past')
    await press(page, 'Restaurar esta versión')
    await page.getByText(/^Restauramos la versión del /).waitFor()
    const publicPage = async () => (await world.api.call(`/pages/${card.profile.slug}`)).text()
    await eventually(async () => expect(await publicPage()).toContain('Gerenta'))
  })
})

const PORTRAIT = 'imagen de perfil'
const LOGO = 'logo de la empresa'
const BACKGROUND = 'imagen de fondo'
/** By the channels of a pixel that are high. */
const COLOURS: Readonly<Record<string, string>> = { '100': 'red', '001': 'blue', '111': 'white' }
const NOTHING = { width: 900, height: 1_600, channels: 4, background: '#00000000' } as const
const REFUSED: readonly (readonly [bytes: Buffer, sentence: string])[] = [
  [Buffer.from('solo texto'), 'Usa una imagen JPG, PNG, WebP, AVIF, GIF o BMP.'],
  [pngBomb(30_000), 'No pudimos leer la imagen'],
]

const slotOf = (page: Page, noun: string): Locator => page.getByLabel(new RegExp(`^(Subir|Cambiar) ${noun}$`))
const pick = (page: Page, noun: string, buffer: Buffer, name = 'foto.jpg'): Promise<void> =>
  slotOf(page, noun).setInputFiles({ name, mimeType: name === 'foto.jpg' ? 'image/jpeg' : '', buffer })
async function use(page: Page, notice: string): Promise<void> {
  await press(page, 'Usar imagen')
  await page.getByText(notice).waitFor()
}

/** A stored picture, seen by its pixels. */
async function storedPicture(ref: string | null, width: ImageWidth) {
  const answer = await world.api.call(imagePath(ref ?? '', widthName(width)))
  const picture = sharp(Buffer.from(await answer.arrayBuffer()))
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  /** At a part of width and height. */
  const colourAt = (x: number, y: number): string | undefined => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    return COLOURS[[...data.subarray(at, at + 3)].map((value) => (value > 128 ? 1 : 0)).join('')]
  }
  return { ...info, colourAt }
}

test('three images are set, as they were held, whole and without a black ground', async () => {
  const { owner, profile } = await newOwner(world, 'Rosa Pinto')
  const read = async () =>
    ownProfile.parse(
      await (await world.api.call(`/api/profile/${profile.id}`, { token: owner.token })).json(),
    )
  await visiting(world, { as: owner, path: EDITOR }, async (page) => {
    await titled(page, 'Editar Perfil')
    for (const [bytes, sentence] of REFUSED) {
      await pick(page, LOGO, bytes)
      await page.getByText(`Error al subir imagen: ${sentence}`).waitFor()
    }
    await looksRightEverywhere(page, 'images-refused')

    // By keyboard alone. The phone held the photo sideways.
    const photo = await halves(1_200, 900).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const choosing = page.waitForEvent('filechooser')
    await slotOf(page, PORTRAIT).press('Enter')
    await (await choosing).setFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: photo })
    await page
      .getByRole('application', { name: /^Encuadre/ })
      .and(page.locator(':focus'))
      .waitFor()
    await looksRight(page, 'images-crop', '[role=dialog]')
    await page.getByRole('button', { name: 'Usar imagen' }).press('Enter')
    await page.getByText('Imagen de perfil subida correctamente al perfil Rosa').waitFor()
    const portrait = await storedPicture((await read()).profile_image, 336)
    expect([portrait.colourAt(0.3, 0.1), portrait.colourAt(0.3, 0.9)]).toEqual(['red', 'blue'])

    // The browser alone draws a GIF. A wide logo is sent whole, and stays transparent.
    for (const [name, buffer] of [
      ['logo.gif', await halves(600, 200).gif().toBuffer()],
      ['foto.jpg', await logo().png().toBuffer()],
    ] as const) {
      const before = (await read()).company_logo
      await pick(page, LOGO, buffer, name)
      await use(page, 'Imagen del logo subida correctamente')
      // The notice may still be the one of the logo before.
      await expect.poll(async () => (await read()).company_logo).not.toBe(before)
      const { width, height, channels, colourAt } = await storedPicture((await read()).company_logo, 420)
      expect([width / height, colourAt(0.15, 0.5)]).toEqual([3, 'red'])
      if (name === 'foto.jpg') expect(channels).toBe(4)
    }
    // Transparent pixels are white as a JPEG, and not black.
    await pick(page, BACKGROUND, await sharp({ create: NOTHING }).png().toBuffer())
    await use(page, 'Imagen de fondo subida correctamente')
    const background = await storedPicture((await read()).background_image, 720)
    expect(background.colourAt(0.5, 0.5)).toBe('white')
    // A photo of a phone weighs more than an upload may.
    const large = await noise(2_600, 2_000).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()
    expect(large.length).toBeGreaterThan(LIMITS.imageBytesMax)
    await pick(page, BACKGROUND, large)
    await use(page, 'Imagen de fondo subida correctamente')
    await looksRightEverywhere(page, 'images-set')
  })
})

/** The code's side and the side of a module, and whether something lies outside the window or over the code. */
const AROUND_CODE = `(() => {
  const screen = document.querySelector('.show-qr')
  const code = screen.querySelector('.show-qr-code svg').getBoundingClientRect()
  const all = [...screen.querySelectorAll('svg, h2, p, button')].filter((one) => one.getClientRects().length > 0 && !one.closest('button svg'))
  const boxes = all.map((one) => [one.textContent || one.tagName, one.getBoundingClientRect()])
  const isOutside = ({ left, top, right, bottom }) => left < 0 || top < 0 || right > innerWidth || bottom > innerHeight
  const isOver = (box) => box.left < code.right && box.right > code.left && box.top < code.bottom && box.bottom > code.top
  const wrong = boxes.filter(([name, box]) => isOutside(box) || (name !== 'svg' && isOver(box))).map(([name]) => name)
  return { wrong, side: code.width, module: code.width / Number(screen.style.getPropertyValue('--modules')) }
})()`
const WINDOWS: readonly Size[] = [PHONE, [320, 568], [568, 320], DESK]

test('at any text size on any screen the code is whole, large and clear of words', async () => {
  const { owner } = await newOwner(world, 'María Fernández Quintupil')
  await visiting(world, { as: owner, path: '/dashboard?tab=history' }, async (page) => {
    await press(page, 'Mostrar QR')
    await page.getByText('Apunta aquí con la cámara').waitFor()
    for (const [width, height] of WINDOWS)
      for (const textSize of ['100%', '200%']) {
        await page.setViewportSize({ width, height })
        await page.evaluate(`void (document.documentElement.style.fontSize = '${textSize}')`)
        const around = await page.evaluate<Record<'side' | 'module', number> & { wrong: string[] }>(
          AROUND_CODE,
        )
        expect(around, `${width} × ${height}, ${textSize}`).toMatchObject({ wrong: [] })
        expect(around.side).toBeGreaterThanOrEqual(196)
        expect(around.module).toBe(Math.round(around.module))
      }
  })
})

test('the code opens without a network after one visit, and goes with the session [SCR-6]', async () => {
  const { owner } = await newOwner(world, 'Sara Kepler')
  const modulesOf = (page: Page) =>
    page.getByRole('img', { name: 'Código QR de Sara Kepler' }).locator('path').last().getAttribute('d')
  const hasKept = (page: Page) => page.evaluate(`caches.has('kept-qr')`)
  const { context, page, complaints } = await open(world, { as: owner, path: '/dashboard?tab=analytics' })
  await expect.poll(() => hasKept(page)).toBe(true)
  await press(page, 'Mostrar QR')
  await page.getByText('Funciona sin conexión').waitFor()
  await looksRight(page, 'show-qr-kept', '[role=dialog]')
  const shown = await modulesOf(page)
  await page.close()

  await context.setOffline(true)
  const cold = await context.newPage()
  await cold.goto(`${world.api.url}${MINE}`)
  await says(cold, 'Sin conexión se abre tu código, que funciona igual. Lo demás vuelve con la red.')
  expect(await modulesOf(cold)).toBe(shown)
  await looksRight(cold, 'kept-qr')
  await context.setOffline(false)
  await cold.getByRole('link', { name: 'Abrir el panel' }).click()
  await press(cold, 'Más')
  await press(cold, 'Cerrar sesión')
  await cold.waitForURL(`${world.api.url}/`)
  await expect.poll(() => hasKept(cold)).toBe(false)
  await context.setOffline(true)
  await expect(cold.goto(`${world.api.url}/dashboard`)).rejects.toThrow(/ERR_/)
  expect(complaints).toEqual([])
  await context.close()
})
