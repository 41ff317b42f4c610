import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { cardData, ERASED, OBJECTED } from '@app/contracts/privacy/card-data.ts'
import { consentText, IDENTIFY_CONSENT } from '@app/contracts/privacy/consents.ts'
import type { ReminderPurpose } from '@app/services/kernel/keys/reminder-tokens.ts'
import { PUBLIC_URL } from '../support/api/test-backend.ts'
import { subscriptionsOf } from '../support/api/test-subscriptions.ts'
import { eventually } from '../support/eventually.ts'
import { seriousFaults } from './browser.ts'
import {
  DESK,
  downloaded,
  looksRight,
  looksRightEverywhere,
  newOwner,
  PHONE,
  useWorld,
  visiting,
} from './fixture.ts'
import { longReminderHtml } from './long-reminder.ts'

/** A visitor's phone on the public page, and what leads to it and away from it. */
const world = useWorld()
const DEMO = '/pages/demo'
const DIALOG = 'dialog[open]'
const CLICKS = '**/api/public/note/**'
const ID_AND_NAME = `Object.keys(localStorage).filter((key) => /^(?:visitor|name)\\./.test(key))`
/** Links lead nowhere from here. */
const STAY = `document.addEventListener('click', (event) => event.target.closest('[data-network]') && event.preventDefault())`

const contactOf = (page: Page) => page.getByRole('link', { name: 'Guardar contacto', exact: true }).last()
const onDemo = (work: (page: Page) => Promise<void>) => visiting(world, { path: DEMO }, work)
const scrollWidth = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth')

const BELL = 'Recuérdamelo: recibe un recordatorio por correo'
const USERS = 'Identifícate (opcional)'

test('by keyboard only both dialogs open, keep the focus, close by Esc, and return it; a fault reads well', () =>
  onDemo(async (page) => {
    const isFocused = (name: string): Promise<boolean> =>
      page.getByRole('button', { name }).evaluate((button) => button === button.ownerDocument.activeElement)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    for (const [name, fields] of [
      [BELL, 1],
      [USERS, 3],
    ] as const) {
      expect(await isFocused(name)).toBe(true)
      await page.keyboard.press('Enter')
      for (let tabs = 0; tabs < fields + 4; tabs += 1) {
        const held = "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        expect(await page.evaluate(held)).toBe(true)
        await page.keyboard.press('Tab')
      }
      await page.keyboard.press('Escape')
      expect(await isFocused(name)).toBe(true)
      await page.keyboard.press('Tab')
    }
    await page.getByRole('button', { name: BELL }).click()
    await page.getByRole('button', { name: 'Activar recordatorio' }).click()
    await page.getByText('Por favor ingresa tu correo electrónico').waitFor()
    await looksRight(page, 'recordatorio', DIALOG)
  }))

test('without scripts no button is there that would do nothing, and contact and links work [SCR-5]', () =>
  visiting(world, { path: DEMO, javaScriptEnabled: false }, async (page) => {
    expect(await page.getByText('Identifícate', { exact: true }).count()).toBe(1)
    expect(await page.getByRole('button').count()).toBe(0)
    const tile = page.getByRole('link', { name: /^WhatsApp/ })
    expect(await tile.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/56/)
    expect((await downloaded(page, contactOf(page))).suggestedFilename()).toMatch(/\.vcf$/)
  }))

test('no address contains the visitor’s id or name, and their clicks and downloads are recorded as theirs [PRIV-6]', async () => {
  const { api } = world
  const { id, slug } = await api.newProfile('no-id-in-addresses', { details: { whatsapp: '+56912345678' } })
  const name = JSON.stringify({ value: 'Rayen Curihuinca', until: api.clock.now().getTime() + 1e9 })
  const before = `localStorage.setItem('name.${id}', ${JSON.stringify(name)})`
  await visiting(world, { before }, async (page) => {
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url(), request.headers()['referer'] ?? ''))
    const tap = page.waitForRequest((request) => request.url().includes('/api/public/profile/'))
    await page.goto(`${api.url}/pages/${slug}?s=qr`)
    const visitorId = await (await tap).headerValue('visitor-id')
    await page.evaluate(STAY)
    await page.getByRole('link', { name: /^WhatsApp/ }).click()
    await (await downloaded(page, contactOf(page))).path()

    const types = ['ProfileTapped', 'LinkClicked', 'ContactDownloaded'] as const
    await expect.poll(async () => (await api.events(id, ...types)).length).toBe(types.length)
    const events = await api.events(id, ...types)
    expect(events.map(({ data }) => data.visitorId)).toEqual(types.map(() => visitorId))
    expect((await api.figures(id)).visitors).toMatchObject({ 'Rayen Curihuinca': { vcf_downloaded: true } })
    expect(addresses.filter((one) => one.includes('/vcf'))).toEqual([
      expect.stringMatching(/\/vcf\?e=[\da-f-]{36}&a=1$/),
    ])
    expect(addresses.filter((one) => one.includes(visitorId!) || /Rayen|visitor/.test(one))).toEqual([])
  })
})

const STORED = `Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations()])
  .then(([caches, workers]) => caches.length + workers.length)`

test('a click without a network is sent later; the browser keeps no card [SCR-6]', () =>
  visiting(world, {}, async (page) => {
    const { api } = world
    const context = page.context()
    const eventsOf = async () =>
      (await api.events(api.demo.id, 'ProfileTapped', 'LinkClicked')).map(({ type }) => type)
    const before = (await eventsOf()).length
    await page.goto(`${api.url}${DEMO}`)
    await expect.poll(eventsOf).toHaveLength(before + 1)
    await context.setOffline(true)
    await page.evaluate(STAY)
    await page.locator('.links a[data-network]').first().click()
    expect(await eventsOf()).toHaveLength(before + 1)
    await context.setOffline(false)
    await expect.poll(async () => (await eventsOf()).slice(before)).toEqual(['ProfileTapped', 'LinkClicked'])
    expect(await page.evaluate(STORED)).toBe(0)
    await context.setOffline(true)
    await expect(page.goto(`${api.url}${DEMO}`)).rejects.toThrow(/ERR_/)
  }))

const becomesTrue = (page: Page, expression: string): Promise<void> =>
  eventually(async () => expect(await page.evaluate(expression)).toBe(true))
async function openOwnData(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Mis datos' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Mis datos' }).waitFor()
}
const pressKey = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).press('Enter')
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).press('Enter')

test('a visitor’s own data is shown, saved and erased by keyboard; in each tab they are somebody else', () =>
  onDemo(async (page) => {
    await page.locator('.round[data-opens=identify]').click()
    await page.getByLabel('Nombre completo').fill('Rayen Quintupil')
    await page.getByLabel('Teléfono').fill('+56 9 6612 4412')
    await page.getByLabel('¿De dónde se conocen?').fill('Expo Frío')
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await page.locator('[data-visitor]').waitFor()
    await page.keyboard.press('Escape') // unless it has closed by itself meanwhile
    await becomesTrue(page, `document.activeElement.matches('[data-opens=identify]')`)
    await openOwnData(page)
    await page.getByText('Rayen Quintupil', { exact: true }).waitFor()
    await page.getByText(consentText(IDENTIFY_CONSENT, 'Antonia Rivas Soto'), { exact: false }).waitFor()
    await looksRightEverywhere(page, 'rights-card')
    const download = await downloaded(page, page.getByRole('button', { name: 'Descargar' }))
    expect(download.suggestedFilename()).toBe('mis-datos-demo.json')
    const { things } = cardData.parse(JSON.parse(await readFile(await download.path(), 'utf8')))
    expect(things[0]?.fields[0]?.value).toBe('Rayen Quintupil')

    const other = await page.context().newPage()
    await other.goto(`${world.api.url}${DEMO}`)
    await other.locator('[data-visitor]').waitFor()
    await pressKey(page, /^Borrar mis datos/)
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Cancelar')
    await looksRightEverywhere(page, 'rights-card-erase', '[role=dialog]')
    await confirm(page, 'Borrar mis datos')
    await page.getByText(ERASED).waitFor()
    await looksRightEverywhere(page, 'rights-card-nothing')
    expect(await page.evaluate(ID_AND_NAME)).toEqual([])
    // The next click would restore the visitor.
    await becomesTrue(other, `document.querySelector('[data-visitor]').hidden`)
    await page.goBack()
    await becomesTrue(page, `document.querySelector('[data-visitor]').hidden`)
  }))

test('a visitor who objects is not counted: no call or id, and the contact is saved all the same [PRIV-20]', () =>
  onDemo(async (page) => {
    await openOwnData(page)
    await pressKey(page, /^No contar mis visitas/)
    await confirm(page, 'No contar mis visitas')
    await page.getByText(OBJECTED).waitFor()
    await looksRightEverywhere(page, 'rights-card-uncounted')

    const other = await page.context().newPage()
    const calls: string[] = []
    other.on('request', (request) => calls.push(new URL(request.url()).pathname))
    const now = world.api.clock.now()
    await other.clock.install({ time: now })
    await other.clock.pauseAt(now.getTime() + 60_000)
    await other.goto(`${world.api.url}${DEMO}`)
    await other.clock.runFor(1_000)
    await other.evaluate(STAY)
    await other.locator('a[data-network=whatsapp]').click()
    expect(new URL((await downloaded(other, contactOf(other))).url()).search).toBe('?o=1')
    expect(calls.filter((path) => path.startsWith('/api/public/'))).toEqual([])
    expect(await other.evaluate(ID_AND_NAME)).toEqual([])

    await other.clock.resume()
    await openOwnData(other)
    await pressKey(other, 'Contar mis visitas otra vez')
    await other.getByText('Desde ahora contamos tus visitas a esta tarjeta.').waitFor()
    await other.goBack()
    const counted = other.waitForRequest(CLICKS)
    await other.locator('a[data-network=whatsapp]').click()
    expect((await counted).postDataJSON()).toMatchObject({ visitor_id: expect.any(String) as string })
  }))

const INSTAGRAM =
  'Mozilla/5.0 (Linux; Android 14; SM-A546E; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/136.0.0.0 Mobile Safari/537.36 Instagram 384.0.0.46.83 Android'
const NO_SHEET = `Object.defineProperty(navigator, 'share', { value: undefined })`

test('in the browser of an app on Android a notice leads to Chrome', () =>
  visiting(world, { path: DEMO, before: NO_SHEET, userAgent: INSTAGRAM }, async (page) => {
    const notice = page.getByRole('region', { name: 'Abre esta página en Chrome' })
    const hrefs = (await notice.getByRole('link').all()).map((link) => link.getAttribute('href'))
    const address = `${PUBLIC_URL}${DEMO}`.replace(/^https:/, 'intent:')
    expect(await hrefs[0]).toBe(`${address}#Intent;scheme=https;package=com.android.chrome;end`)
    expect(await seriousFaults(page)).toEqual([])
  }))

test('from 320 to 1440 px, and with texts at 200 %, nothing is beyond the window or over the photo', () =>
  onDemo(async (page) => {
    for (const width of [320, 461, 768, 900, 1_440]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await scrollWidth(page)).toBeLessThanOrEqual(width)
      const save = (await contactOf(page).boundingBox())!
      expect([width, save.x >= 0, save.x + save.width <= width]).toEqual([width, true, true])
    }
    // A wide window has the code beside the column.
    await expect
      .poll(() => page.evaluate("document.querySelector('.qr img').naturalWidth"))
      .toBeGreaterThan(0)
    expect(await seriousFaults(page)).toEqual([])
    await page.setViewportSize({ width: PHONE[0], height: PHONE[1] })
    await page.evaluate("void (document.documentElement.style.fontSize = '200%')")
    const openers = (await page.locator('.openers').boundingBox())!
    const photo = (await page.locator('.ava').boundingBox())!
    expect(openers.y + openers.height).toBeLessThanOrEqual(photo.y)
    expect(await scrollWidth(page)).toBe(PHONE[0])
  }))

/** Chromium on a desk has no NFC: this takes the message in the place of a card. */
const NFC = `window.NDEFReader = class { async write({ records }) { window.written = records.map(({ data }) => data) } }`

test('a link that is copied and a card that is written lead to the public address [SCR-12]', async () => {
  const { owner, profile } = await newOwner(world, 'Dos Direcciones')
  const options = { size: DESK, as: owner, before: NFC, permissions: ['clipboard-read', 'clipboard-write'] }
  // One profile alone has no card in a grid.
  await world.api.newProfile('two-hosts', { ownerId: owner.id, details: { name: 'Beto' } })
  await visiting(world, { ...options, path: '/dashboard?tab=profiles' }, async (page) => {
    const pressFirst = (name: RegExp) => page.getByRole('button', { name }).first().click()
    await pressFirst(/^Copiar enlace/)
    await page.getByText('Enlace copiado').waitFor()
    const address = `${PUBLIC_URL}/pages/${profile.slug}`
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address)
    await pressFirst(/^Grabar tarjeta/)
    await page.getByText('Tarjeta grabada.').waitFor()
    expect(await page.evaluate('window.written')).toEqual([`${address}?s=nfc`])
  })
})

let subscribers = 0
/** Somebody who subscribed to the demo profile, with the links of their mail. */
async function subscriber() {
  const { api } = world
  const subscriptions = subscriptionsOf(api)
  const email = `persona-${(subscribers += 1)}@correo.example`
  const of = await subscriptions.subscribed(api.demo.id, email)
  return {
    tokenFor: (purpose: ReminderPurpose) => subscriptions.tokens.issue(purpose, of),
    types: () => subscriptions.typesOf(api.demo.id, email),
  }
}

test('the pages of a reminder’s links are readable on a phone', async () => {
  const [ended, talked] = [await subscriber(), await subscriber()]
  await visiting(world, {}, async (page) => {
    const heading = (name: RegExp) => page.getByRole('heading', { name }).waitFor()
    const press = (name: string) => page.getByRole('button', { name }).click()
    await page.goto(`${world.api.url}/baja/${ended.tokenFor('unsubscribe')}`)
    await heading(/¿Cancelar los recordatorios de Antonia Rivas Soto\?/)
    await looksRight(page, 'baja')
    await press('Cancelar recordatorios')
    await heading(/^Listo, no recibirás más recordatorios de Antonia/)
    await press('No quiero recibir más recordatorios de nadie')
    await heading(/^Listo, no recibirás más recordatorios de nadie\.$/)
    expect(await ended.types()).toEqual(['ReminderSubscribed', 'ReminderCancelled'])
    await page.goto(`${world.api.url}/hablamos/${talked.tokenFor('talked')}`)
    await press('Ya hablamos')
    await heading(/^¡Qué bueno! No te escribiremos más sobre Antonia/)
    await looksRight(page, 'hablamos-listo')
    expect(await talked.types()).toEqual(['ReminderSubscribed', 'ReminderConverted'])
  })
})

test('both reminders fit a phone, and are readable in light and dark', () =>
  visiting(world, {}, async (page) => {
    for (const reminder of ['first', 'second'] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.setContent(longReminderHtml(reminder))
        await looksRight(page, `correo-${reminder}-${colorScheme}`)
      }
  }))
