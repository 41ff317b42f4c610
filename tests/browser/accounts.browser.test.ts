import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PRODUCT } from '@app/contracts/product.ts'
import { REFUSALS } from '@app/contracts/refusals.ts'
import { noise } from '@app/images/testing/sample-pictures.ts'
import { emailOf, PASSWORD, type Owner } from '../kills/account-world.ts'
import { COUNT_SHIFTS, type Visit } from './browser.ts'
import {
  DESK,
  field,
  logIn,
  looksRightEverywhere,
  newCardOwner,
  openSignedIn as openIn,
  openStill,
  PHONE,
  press,
  titled,
  uploadPortrait,
} from './dashboard/dashboard-fixture.ts'
import { awakeMsOf } from '../support/awake-time.ts'
import { withPeople } from './in-chromium.ts'

/** The account screens as people see them: the built program, real Chromium, real mails and a real provider. */
/** Part of the 2 s, because a busy machine sees both ends late. */
const SHOWN_MS_MIN = 1_500
/** By the page's own clock: a busy machine reads the page late. */
const SHOWN_MS = `new Promise((resolve) => {
  let since
  new MutationObserver(() => {
    const title = document.querySelector('h1')?.textContent
    if (title === 'Contraseña actualizada') since ??= performance.now()
    else if (since !== undefined && title === 'Mis Perfiles') resolve(performance.now() - since)
  }).observe(document, { subtree: true, childList: true, characterData: true })
})`
const ENDED_MS_MAX = 3_000
/** Of the whole public page (its font may come late); its pictures have none. */
const SHIFT_MAX = 0.02
const EMPTY = 'Completa este campo.'
const INVALID_CODE = 'Código de activación inválido'

withPeople({}, (world) => {
  const at = (path: string): string => `${world().people.product.url}${path}`
  const newOwner = async (name: string, maxProfiles = 1): Promise<Owner> =>
    world().people.newOwner(name, await world().people.newCode(maxProfiles))

  const open = (size = PHONE): Promise<Visit> => openStill(world(), { size })

  /** A browser of its own, in which somebody has signed in before. */
  async function openSignedIn(owner: Owner): Promise<Visit> {
    const visit = await openIn(world(), owner)
    await titled(visit.page, 'Mis Perfiles')
    return visit
  }

  test('an account is made, activated, left, and entered again where one wanted to go', async () => {
    const name = `Antonia Rivas`
    const visit = await open()
    const { page, complaints } = visit
    await page.goto(at('/dashboard?range=7d'))
    await titled(page, 'Iniciar Sesión')
    await looksRightEverywhere(page, 'login')
    await page.getByRole('link', { name: 'Regístrate' }).click()
    await titled(page, 'Crea tu cuenta')

    await field(page, 'Nombre completo').fill(name)
    await field(page, 'Correo electrónico').fill('antonia@correo')
    await field(page, 'Contraseña').fill('correcta1')
    await page.getByRole('listitem').filter({ hasText: 'Una mayúscula: falta' }).waitFor()
    await press(page, 'Crear cuenta')
    expect(await faultAt(page, 'Nombre completo')).toBeUndefined()
    expect(await faultAt(page, 'Correo electrónico')).toMatch(/^Escribe un correo válido/)
    expect(await faultAt(page, 'Contraseña')).toBe('La contraseña debe incluir al menos una letra mayúscula')
    expect(await isFocused(field(page, 'Correo electrónico'))).toBe(true)
    await looksRightEverywhere(page, 'register-faults')
    await field(page, 'Correo electrónico').fill(emailOf(name))
    await field(page, 'Contraseña').fill(PASSWORD)
    await press(page, 'Crear cuenta')

    await titled(page, 'Activa tu cuenta')
    expect(page.url()).toBe(at('/activate'))
    const code = await world().people.newCode()
    await field(page, 'Código de activación').fill('ABCD-2345-WXYZ')
    await press(page, 'Activar cuenta')
    await alerted(page, INVALID_CODE)
    await looksRightEverywhere(page, 'activate-wrong')
    await field(page, 'Código de activación').clear()
    await field(page, 'Código de activación').pressSequentially(code.toLowerCase().replaceAll('-', ' '))
    expect(await field(page, 'Código de activación').inputValue()).toBe(code)
    expect(await page.getByRole('alert').count()).toBe(0)
    await press(page, 'Activar cuenta')
    await titled(page, 'Mis Perfiles')
    await page.getByRole('heading', { name: 'Hola, Antonia. Esta es tu tarjeta.' }).waitFor()
    await page.getByText(`/pages/antonia-rivas`).first().waitFor()
    await looksRightEverywhere(page, 'dashboard-new')

    await page.reload()
    await titled(page, 'Mis Perfiles')
    await personalAction(page, 'Cerrar sesión')
    await titled(page, PRODUCT.tagline)
    expect(page.url()).toBe(at('/'))
    await page.goto(at('/dashboard?range=7d'))
    await logIn(page, emailOf(name), 'Incorrecta1')
    await alerted(page, 'Correo o contraseña incorrectos.')
    await looksRightEverywhere(page, 'login-wrong')
    await field(page, 'Contraseña').fill(PASSWORD)
    expect(await page.getByRole('alert').count()).toBe(0)
    await press(page, 'Entrar')
    await titled(page, 'Mis Perfiles')
    expect(page.url()).toBe(at('/dashboard?range=7d'))
    expect(refusedCalls(complaints)).toEqual([422, 401])
    await visit.context.close()
  })

  test('a forgotten password is replaced by the mailed link, once, and ends other sessions', async () => {
    const owner = await newOwner(`Bruno Lagos`)
    const other = await openSignedIn(owner)
    const { context, page, complaints } = await open()
    await page.goto(at('/login'))
    await field(page, 'Correo electrónico').fill(owner.email)
    await press(page, '¿Olvidaste tu contraseña?')
    const dialog = page.getByRole('dialog', { name: 'Recupera tu contraseña' })
    await dialog.waitFor()
    expect(await dialog.getByLabel('Correo electrónico').inputValue()).toBe(owner.email)
    await looksRightEverywhere(page, 'forgot-dialog')
    await page.goto(at('/auth/forgot-password'))
    await titled(page, 'Recupera tu contraseña')
    expect(await page.getByRole('button', { name: 'Enviar enlace' }).isDisabled()).toBe(true)
    await looksRightEverywhere(page, 'forgot')
    await field(page, 'Correo electrónico').fill(owner.email)
    await press(page, 'Enviar enlace')
    await page.getByText('Si el correo existe, te enviamos un enlace.').waitFor()
    await looksRightEverywhere(page, 'forgot-sent')

    const link = await world().people.resetLink(owner.email)
    await page.goto(world().people.product.mailUrl!)
    await page.getByRole('link', { name: 'Crea una contraseña nueva' }).first().click()
    await page.getByRole('link', { name: link }).click()
    await titled(page, 'Crea una contraseña nueva')
    await field(page, 'Nueva contraseña').waitFor()
    expect(page.url()).toBe(at('/auth/reset'))
    expect(await page.getByRole('button', { name: 'Guardar contraseña' }).isDisabled()).toBe(true)
    await setPassword(page, 'Cambiada1', 'Cambiada2')
    expect(await faultAt(page, 'Nueva contraseña')).toBeUndefined()
    expect(await faultAt(page, 'Repite la contraseña')).toBe('Las contraseñas no coinciden')
    await looksRightEverywhere(page, 'reset-mismatch')
    const shownMs = page.evaluate<number>(SHOWN_MS)
    await setPassword(page, 'Cambiada1', 'Cambiada1')
    await titled(page, 'Contraseña actualizada')
    const putOut = awakeMsOf(titled(other.page, 'Iniciar Sesión'))
    await titled(page, 'Mis Perfiles')
    expect(await shownMs).toBeGreaterThan(SHOWN_MS_MIN)
    expect(await putOut).toBeLessThan(ENDED_MS_MAX)
    expect(refusedCalls(complaints)).toEqual([])
    expect(new Set(refusedCalls(other.complaints))).toEqual(new Set([401]))

    await page.goto(link)
    await titled(page, 'Enlace inválido')
    const said = page.getByText('El enlace no es válido o ha expirado. Solicita uno nuevo.')
    expect(await said.count()).toBe(1)
    expect(page.url()).toBe(at('/auth/reset'))
    await looksRightEverywhere(page, 'reset-invalid')
    await page.getByRole('link', { name: 'Solicitar un nuevo enlace' }).click()
    await titled(page, 'Recupera tu contraseña')
    await context.close()
    await other.context.close()
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

  test('an account without a profile creates the first one', async () => {
    const owner = await newOwner(`Elena Mora`, 2)
    await world().people.deleteProfiles(owner)
    const { context, page, complaints } = await open()
    await page.goto(at('/login'))
    await logIn(page, owner.email, owner.password)
    await titled(page, 'Mis Perfiles')
    await page.getByText('Aún no tienes perfiles.').waitFor()
    await looksRightEverywhere(page, 'no-profiles')
    await press(page, 'Crear mi primer perfil')
    await page.getByText('Nuevo perfil creado exitosamente').waitFor()
    await titled(page, 'Editar Perfil')
    expect(await world().people.profilesOf(owner)).toHaveLength(1)
    expect(complaints).toEqual([])
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
      await page.getByRole('button', { name: 'Reenviar el enlace' }).waitFor()
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

async function setPassword(page: Page, password: string, repeated: string): Promise<void> {
  await field(page, 'Nueva contraseña').fill(password)
  await field(page, 'Repite la contraseña').fill(repeated)
  await press(page, 'Guardar contraseña')
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
