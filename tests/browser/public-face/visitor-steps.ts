import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DESK, keepScreen, looksRight, openStill, PHONE } from '../dashboard/dashboard-fixture.ts'
import type { ApiWorld } from '../in-chromium.ts'

const BELL = 'Recuérdamelo: recibe un recordatorio por correo'
const USERS = 'Preséntate (opcional)'
const DIALOG = 'dialog[open]'

const isFocused = (page: Page, name: string): Promise<boolean> =>
  page.getByRole('button', { name }).evaluate((button) => button === button.ownerDocument.activeElement)

export function visitorSteps(world: () => ApiWorld): void {
  const addressOf = (): string => `${world().api.url}/pages/${world().api.profile.slug}`

  test.each([PHONE, DESK])('the reminder’s dialog reads well at %d px, with its fault', async (...size) => {
    const { context, page, complaints } = await openStill(world(), { size })
    await page.goto(addressOf())
    await page.getByRole('button', { name: BELL }).click()
    await page.getByRole('button', { name: 'Activar recordatorio' }).click()
    await page.getByText('Por favor ingresa tu correo electrónico').waitFor()
    const ring = 'getComputedStyle(document.activeElement).outline'
    expect(await page.evaluate(ring)).toBe('rgb(180, 35, 24) solid 2px')
    await looksRight(page, 'recordatorio', DIALOG)
    const box = await page.locator(DIALOG).boundingBox()
    // The width of the page: a scrollbar keeps its place beside it.
    const width = await page.evaluate<number>('document.body.getBoundingClientRect().width')
    expect(box?.x).toBe((width - (box?.width ?? 0)) / 2)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('by keyboard only: both dialogs open, keep the focus, close by Esc, and return it', async () => {
    const { context, page, complaints } = await openStill(world())
    await page.goto(addressOf())
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    for (const [name, fields] of [
      [BELL, 1],
      [USERS, 3],
    ] as const) {
      expect(await isFocused(page, name)).toBe(true)
      await page.keyboard.press('Enter')
      for (let tabs = 0; tabs < fields + 4; tabs += 1) {
        const held = "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        expect(await page.evaluate(held)).toBe(true)
        await page.keyboard.press('Tab')
      }
      await page.keyboard.press('Escape')
      expect(await isFocused(page, name)).toBe(true)
      await page.keyboard.press('Tab')
    }
    expect(complaints).toEqual([])
    await context.close()
  })

  test('without scripts no button is there that would do nothing, and contact and links work [SCR-5]', async () => {
    const { api, browser } = world()
    const [width, height] = PHONE
    const context = await browser.newContext({ viewport: { width, height }, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${api.url}/pages/demo`)
    expect(await page.getByText('Preséntate').count()).toBe(1)
    expect(await page.getByRole('button').count()).toBe(0)
    await keptScreen(page, 'sin-scripts')
    const tile = page.getByRole('link', { name: /^WhatsApp/ })
    expect(await tile.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/56/)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Guardar contacto', exact: true }).last().click()
    expect((await download).suggestedFilename()).toMatch(/\.vcf$/)
    await context.close()
  })

  test('no address contains the visitor’s id or name, and their clicks and downloads are recorded as theirs [PRIV-6]', async ({
    expect,
  }) => {
    const { api } = world()
    const { id, slug } = await api.newProfile('no-id-in-addresses', { details: { whatsapp: '+56912345678' } })
    const { context, page } = await openStill(world())
    const name = JSON.stringify({ value: 'Rayen Curihuinca', until: api.clock.now().getTime() + 1e9 })
    await context.addInitScript(`localStorage.setItem('name.${id}', ${JSON.stringify(name)})`)
    const addresses: string[] = []
    context.on('request', (request) => addresses.push(request.url(), request.headers()['referer'] ?? ''))
    const tap = page.waitForRequest((request) => request.url().includes('/api/public/profile/'))
    await page.goto(`${api.url}/pages/${slug}?s=qr`)
    const visitorId = await (await tap).headerValue('visitor-id')
    expect(JSON.parse(String(await page.evaluate(`localStorage.getItem('visitor.${id}')`)))).toMatchObject({
      value: visitorId,
    })
    await page.evaluate(
      "document.addEventListener('click', (event) => event.target.closest('[data-network]') && event.preventDefault())",
    )
    await page.getByRole('link', { name: /^WhatsApp/ }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Guardar contacto', exact: true }).last().click()
    await (await download).path()

    const types = ['ProfileTapped', 'LinkClicked', 'ContactDownloaded'] as const
    await expect.poll(async () => (await api.events(id, ...types)).length).toBe(types.length)
    await api.recorder.stop(10_000)
    const events = await api.events(id, ...types)
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(types))
    expect(events.map(({ data }) => data.visitorId)).toEqual(types.map(() => visitorId))
    expect((await api.figures(id)).visitors).toMatchObject({ 'Rayen Curihuinca': { vcf_downloaded: true } })
    expect(addresses.filter((one) => one.includes('/vcf'))).toEqual([
      expect.stringMatching(/\/vcf\?e=[\da-f-]{36}&a=1$/),
    ])
    expect(addresses.filter((one) => one.includes(visitorId!) || /Rayen|visitor/.test(one))).toEqual([])
    await context.close()
  })
}

/** Without scripts, axe cannot check. */
async function keptScreen(page: Page, name: string): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {}
  const box = await page.locator('main').boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
  await keepScreen(page, name)
}
