import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PRODUCT } from '@app/contracts/product.ts'
import { REFUSALS } from '@app/contracts/refusals.ts'
import { noise } from '@app/services/media/testing/sample-pictures.ts'
import { emailOf, type Owner } from '../kills/account-world.ts'
import { COUNT_SHIFTS, type Visit } from './browser.ts'
import {
  DESK,
  field,
  logIn,
  looksRightEverywhere,
  newCardOwner,
  openStill,
  PHONE,
  press,
  titled,
  uploadPortrait,
} from './dashboard/dashboard-fixture.ts'
import { withPeople } from './in-chromium.ts'

/** Of the whole public page (its font may come late); its pictures have none. */
const SHIFT_MAX = 0.02
const EMPTY = 'Completa este campo.'

withPeople({}, (world) => {
  const at = (path: string): string => `${world().people.product.url}${path}`
  const newOwner = async (name: string, maxProfiles = 1): Promise<Owner> =>
    world().people.newOwner(name, await world().people.newCode(maxProfiles))

  const open = (size = PHONE): Promise<Visit> => openStill(world(), { size })

  test('the faults of the account forms read well, and the first one gets the focus', async () => {
    const { context, page } = await open()
    await page.goto(at('/register'))
    await field(page, 'Nombre completo').fill('Antonia Rivas')
    await field(page, 'Correo electrónico').fill('antonia@correo')
    await field(page, 'Contraseña').fill('correcta1')
    await press(page, 'Crear cuenta')
    expect(await faultAt(page, 'Nombre completo')).toBeUndefined()
    expect(await faultAt(page, 'Contraseña')).toBe('La contraseña debe incluir al menos una letra mayúscula')
    expect(await isFocused(field(page, 'Correo electrónico'))).toBe(true)
    await looksRightEverywhere(page, 'register-faults')
    await page.goto(at('/login'))
    await logIn(page, emailOf('Nadie'), 'Incorrecta1')
    await alerted(page, 'Correo o contraseña incorrectos.')
    await looksRightEverywhere(page, 'login-wrong')
    await press(page, '¿Olvidaste tu contraseña?')
    await page.getByRole('dialog', { name: 'Recupera tu contraseña' }).waitFor()
    await looksRightEverywhere(page, 'forgot-dialog')
    await context.close()
  })

  test('a person who signs in by the provider enters a code once, and never without a verified address', async () => {
    const known = await newOwner(`Carla Soto`)
    const { context, page, complaints } = await open()
    await page.goto(at('/login'))
    await signInByProvider(page, `Nueva Persona`)
    await titled(page, 'Activa tu cuenta')
    expect(page.url()).toBe(at('/activate'))
    await page.getByRole('status').filter({ hasText: 'activ' }).first().waitFor()
    await looksRightEverywhere(page, 'activate-external')
    // The provider's own page lies behind, and not the exchange, which holds once.
    await page.goBack()
    expect(new URL(page.url()).origin).not.toBe(world().people.product.url)
    await page.goBack()
    await titled(page, 'Activa tu cuenta')
    await press(page, 'Cerrar sesión')
    await titled(page, PRODUCT.tagline)

    await page.goto(at('/dashboard?range=1m'))
    await signInByProvider(page, `Carla Soto`)
    await titled(page, 'Mis Perfiles')
    expect(page.url()).toBe(at('/dashboard?range=1m'))
    // The session of before ended: the mailbox is proven now, and was not when it was made.
    const kept = await page.evaluate<string>("localStorage.getItem('app.session')")
    const session = JSON.parse(kept) as Owner['session']
    expect(await world().people.profilesOf({ ...known, session })).toHaveLength(1)
    await personalAction(page, 'Cerrar sesión')
    await titled(page, PRODUCT.tagline)

    await page.goto(at('/login'))
    await signInByProvider(page, `Sin Verificar`, 'unverified')
    await titled(page, 'Error de autenticación')
    await alerted(page, REFUSALS['email-unverified'].detail)
    expect(page.url()).toBe(at('/profile'))
    await looksRightEverywhere(page, 'external-error')
    await page.getByRole('link', { name: 'Volver al inicio de sesión' }).click()
    await titled(page, 'Iniciar Sesión')
    // The provider's page that one went back to: there one had signed in already.
    expect(refusedCalls(complaints)).toEqual([400])
    await context.close()
  })

  test('a picture shows on the public page and moves nothing', async () => {
    const card = await newCardOwner(world(), 'Flora Diaz')
    await uploadPortrait(world(), card, await noise(600, 800).blur(40).png().toBuffer())
    const { context, page, complaints } = await open()
    await page.addInitScript(COUNT_SHIFTS)
    let letPicturesCome = (): void => undefined
    const comes = new Promise<void>((resolve) => (letPicturesCome = resolve))
    await page.route('**/api/files/**', async (route) => {
      await comes
      await route.continue()
    })
    await page.goto(at(`/pages/${card.profile.slug}`), { waitUntil: 'domcontentloaded' })
    await expect.poll(() => page.evaluate(FONTS_ARE_THERE)).toBe(true)
    const shifted = await page.evaluate<number>('globalThis.shifted')
    letPicturesCome()
    await expect.poll(() => page.evaluate(PICTURE_IS_THERE)).toBe(true)
    expect(await page.evaluate('globalThis.shifted')).toBe(shifted)
    expect(shifted).toBeLessThan(SHIFT_MAX)
    await looksRightEverywhere(page, 'public-picture')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('without a mouse one signs in and activates', async () => {
    const owner = await world().people.newOwner('Helena Rojas')
    const code = await world().people.newCode()
    const { context, page, complaints } = await open(DESK)
    await page.goto(at('/login'))
    // The document draws the fields before the client brings them.
    await field(page, 'Contraseña').waitFor()
    await tabTo(page, field(page, 'Contraseña'))
    await page.keyboard.press('Enter')
    expect(await isFocused(field(page, 'Correo electrónico'))).toBe(true)
    await page.keyboard.type(owner.email)
    await page.keyboard.press('Enter')
    expect(await isFocused(field(page, 'Contraseña'))).toBe(true)
    await page.keyboard.type(owner.password)
    await tabTo(page, page.getByRole('button', { name: 'Entrar' }))
    await page.keyboard.press('Enter')

    await titled(page, 'Activa tu cuenta')
    expect(await isFocused(page.getByRole('heading', { name: 'Activa tu cuenta' }))).toBe(true)
    await tabTo(page, page.getByRole('button', { name: 'Activar cuenta' }))
    await page.keyboard.press('Enter')
    expect(await isFocused(field(page, 'Código de activación'))).toBe(true)
    expect(await faultAt(page, 'Código de activación')).toBe(EMPTY)
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    await titled(page, 'Mis Perfiles')
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each([
    [320, '100%'],
    [320, '200%'],
  ])(
    'nothing is wider than a window of %d px with texts at %s, also what forms answer',
    async (width, textSize) => {
      const { context, page } = await open([width, 844])
      // As a visitor's own text size: all of the client's sizes are in rem.
      await page.addInitScript(
        `addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '${textSize}'))`,
      )
      for (const [path, title] of [
        ['/login', 'Iniciar Sesión'],
        ['/register', 'Crea tu cuenta'],
        ['/auth/forgot-password', 'Recupera tu contraseña'],
        ['/auth/reset', 'Enlace inválido'],
        ['/profile', 'Error de autenticación'],
      ] as const) {
        await page.goto(at(path))
        await titled(page, title)
        if (path === '/login' || path === '/register')
          await page.getByRole('link', { name: /^Continuar con/ }).waitFor()
        expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(width)
      }
      await page.goto(at('/auth/forgot-password'))
      const email = field(page, 'Correo electrónico')
      await email.fill('rayen')
      await email.press('Enter')
      await page.getByText('Escribe un correo válido').waitFor()
      expect(await page.evaluate('document.forms[0].scrollWidth - document.forms[0].clientWidth')).toBe(0)
      await email.fill('rayen.soto@correo-de-la-empresa.example')
      await email.press('Enter')
      await page.getByRole('button', { name: 'Volver al inicio de sesión' }).waitFor()
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      await context.close()
    },
  )
})

const PICTURE_IS_THERE = `
[...document.images].some(({ src, complete, naturalWidth }) => src.includes('/api/files/') && complete && naturalWidth > 0)`
/** Those that are used; faces for other alphabets stay unloaded. */
const FONTS_ARE_THERE = `(() => {
  const statuses = [...document.fonts].map(({ status }) => status)
  return statuses.includes('loaded') && !statuses.includes('loading')
})()`

const alerted = (page: Page, text: string): Promise<void> =>
  page.getByRole('alert').filter({ hasText: text }).waitFor()
const isFocused = async (element: Locator): Promise<boolean> =>
  (await element.and(element.page().locator(':focus')).count()) === 1

/** The fault shown under a field. */
async function faultAt(page: Page, label: string): Promise<string | null | undefined> {
  const input = field(page, label)
  if ((await input.getAttribute('aria-invalid')) !== 'true') return undefined
  const [id] = (await input.getAttribute('aria-describedby'))?.split(' ') ?? []
  return page.locator(`[id="${id}"]`).textContent()
}

/** From the login, by the local provider, as any person. */
async function signInByProvider(page: Page, name: string, verified?: 'unverified'): Promise<void> {
  await page.getByRole('link', { name: 'Continuar con el proveedor local' }).click()
  await page.getByLabel('Nombre').fill(name)
  await page.getByLabel('Correo electrónico').fill(emailOf(name))
  if (verified === 'unverified') await page.getByLabel('El correo está verificado').uncheck()
  await press(page, 'Continuar')
}

/** The person's menu: in the sidebar, or behind `Más` where there is none. */
async function personalAction(page: Page, name: string): Promise<void> {
  const more = page.getByRole('button', { name: 'Más', exact: true })
  if (await more.isVisible()) await more.click()
  await press(page, name)
}

const TABS_MAX = 12

async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let pressed = 0; pressed < TABS_MAX; pressed += 1) {
    if (await isFocused(element)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${TABS_MAX} presses of Tab do not lead there`)
}

/** Statuses of refused calls, which the console always logs; any other message is a fault. */
function refusedCalls(complaints: readonly string[]): readonly number[] {
  const statuses = complaints.map((text) => /^Failed to load resource: .* status of (4\d\d) /.exec(text)?.[1])
  expect(complaints.filter((_text, n) => statuses[n] === undefined)).toEqual([])
  return statuses.map(Number)
}
