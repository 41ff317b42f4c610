import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, startTestApi, type TestApi } from '../../support/api/test-api.ts'
import { eventually } from '../../support/eventually.ts'
import { PHONE } from '../browser.ts'
import { openFirefox } from './firefox.ts'
import { openWebKit, type Engine } from './webkit.ts'

/** The product in engines other than Chromium, at the width of a phone and of a desk. */

const ANDROID = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
const WIDTHS = [
  [390, 844],
  [1440, 900],
] as const
const NAME = 'Javiera Antonieta Rodríguez Valenzuela'
const DAY_MS = 86_400_000

const TITLED_TIMES = `[...document.querySelectorAll('time[title]')].map(({ title }) => title)`
/** The chart has painted something. */
const DRAWN = `[...document.querySelectorAll('main canvas')].some((one) =>
  one.getContext('2d').getImageData(0, 0, one.width, one.height).data.some((value) => value > 0))`
/** The button of the page whose text or label is this. */
const button = (label: string): string => `//button[normalize-space(.)="${label}" or @aria-label="${label}"]`

describe.each([
  ['Firefox', () => openFirefox(ANDROID)],
  ['WebKit', () => openWebKit(PHONE)],
] as const)('in %s', (_, open) => {
  let api: TestApi
  let engine: Engine
  let token: string

  beforeAll(async () => {
    api = await startTestApi()
    // These engines have the machine's clock. Fewer days have no line to draw.
    const now = Date.now()
    api.clock.set(new Date(now - 10 * DAY_MS).toISOString())
    await tap()
    api.clock.set(new Date(now).toISOString())
    token = await api.tokenOf(api.admin.email, PASSWORD)
    engine = await open()
  })
  afterAll(async () => {
    await engine?.close()
    await api?.close()
  })

  /** Somebody else's visit, from another phone. */
  const tap = (visitor: string = randomUUID()) =>
    api.call(`/api/public/profile/demo?v=${randomUUID()}&u=${visitor}&s=nfc`)
  async function figures() {
    await api.settle()
    const { total_visits, social_clicks_total, vcf_downloads } = await api.figuresFor(token, api.demo.id)
    return { visits: total_visits, clicks: social_clicks_total, contacts: vcf_downloads }
  }
  const become = (wanted: object): Promise<void> =>
    eventually(async () => expect(await figures()).toEqual(wanted))
  const text = async (selector: string): Promise<string> =>
    String(await engine.read(`(document.querySelector(${JSON.stringify(selector)}) || {}).innerText || ''`))
  const says = (wanted: string | RegExp): Promise<void> =>
    eventually(async () => expect(await text('body')).toMatch(wanted))
  /** Elements wider than their box: the page, and scrolling parts of it. */
  const wider = (within: string): Promise<unknown> =>
    engine.read(`[document.documentElement, ...document.querySelectorAll('${within}')]
      .filter((one) => one.scrollWidth > one.clientWidth && (one === document.documentElement || getComputedStyle(one).overflowX !== 'visible'))
      .map((one) => one.tagName + ' ' + one.className + ' ' + one.scrollWidth + ' > ' + one.clientWidth)`)

  /** The file that a press brings, once it is whole. The folder is emptied first: not every engine takes another name. */
  async function download(xpath: string, ending: RegExp): Promise<Buffer> {
    for (const file of await readdir(engine.downloads)) await rm(join(engine.downloads, file))
    await engine.press(xpath)
    return eventually(async () => {
      const files = await readdir(engine.downloads)
      expect(files).toEqual([expect.stringMatching(ending)])
      const bytes = await readFile(join(engine.downloads, files[0]!))
      expect(bytes.length).toBeGreaterThan(100)
      return bytes
    })
  }

  test.each(WIDTHS)(
    'a visitor at %d px taps, presses a link and saves the contact [SCR-10]',
    async (...size) => {
      const before = await figures()
      await engine.resize(...size)
      await engine.goto(`${api.url}/pages/demo?s=nfc`)
      await become({ ...before, visits: before.visits + 1 })
      expect(await wider('body')).toEqual([])
      const card = await download('//a[@data-save]', /\.vcf$/)
      expect(card.toString()).toMatch(/^BEGIN:VCARD\r\nVERSION:3\.0[^]*\r\nEND:VCARD\r\n$/)
      await become({ ...before, visits: before.visits + 1, contacts: before.contacts + 1 })
      await engine.press('//button[@data-opens="identify"]')
      await eventually(async () => expect(await text('dialog[open]')).toContain('Identifícate'))
      expect(await wider('dialog, dialog *')).toEqual([])

      await engine.goto(`${api.url}/pages/demo?s=qr`)
      await engine.read(`document.querySelector('a[data-network=whatsapp]').href = '/login'`)
      await engine.press('//a[@data-network="whatsapp"]')
      await eventually(async () => expect(await engine.read('location.pathname')).toBe('/login'))
      await eventually(async () => expect((await figures()).clicks).toBe(before.clicks + 1))
      // The next visit is another person's: the same one's would be a repeat.
      await engine.read('localStorage.clear()')
    },
  )

  test('an owner signs in', async () => {
    const visitor_id = randomUUID()
    await tap(visitor_id)
    const words = { full_name: NAME, phone: '+56 9 6612 4450', description: 'Nos conocimos en Osorno' }
    const named = await api.post(`/api/public/identify/${api.demo.id}`, { ...words, visitor_id })
    expect(named.status).toBe(200)
    await engine.goto(`${api.url}/dashboard`)
    await says('Correo electrónico')
    await engine.type('//input[@type="email"]', api.admin.email)
    await engine.type('//input[@type="password"]', PASSWORD)
    await engine.press(button('Entrar'))
    await says('Analytics Dashboard')
    await says('Conectado')
  })

  test.each(WIDTHS)(
    'the dashboard at %d px has live figures, charts, dialogs, the report',
    async (...size) => {
      await engine.resize(...size)
      await engine.goto(`${api.url}/dashboard`)
      await says('Conectado')
      expect(await text('body')).not.toMatch(/No pudimos|Invalid|NaN|undefined/)
      // The day that this engine itself makes of an instant; all others come as days.
      await eventually(async () => expect(await engine.read(TITLED_TIMES)).not.toEqual([]))
      const instants = (await engine.read(TITLED_TIMES)) as string[]
      expect(instants.filter((one) => !/^\d\d-\d\d-\d{4} \d\d:\d\d$/.test(one))).toEqual([])

      const { visits } = await figures()
      await tap()
      await says(new RegExp(`Visitas Totales\\s+${visits + 1}\\s`, 'i'))
      await eventually(async () => expect(await engine.read(DRAWN)).toBe(true))
      expect(await wider('body')).toEqual([])

      await engine.press('//button[@aria-haspopup="dialog" and normalize-space()="Ver más"]')
      await eventually(async () => expect(await text('[role=dialog]')).toContain('Javiera'))
      expect(await wider('[role=dialog], [role=dialog] *')).toEqual([])
      await engine.press('//*[@role="dialog"]//button[@aria-label="Cerrar"]')
      await eventually(async () => expect(await text('[role=dialog]')).toBe(''))
      // Elsewhere a phone's bar would cover what is pressed next.
      await engine.read('scrollTo(0, 0)')
      const report = await download(button('Reporte Excel'), /\.xlsx$/)
      expect(report.subarray(0, 2).toString()).toBe('PK')
    },
  )
})
