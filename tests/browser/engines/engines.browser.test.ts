import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unifiedAnalytics } from '@app/contracts/analytics.ts'
import { PHONE } from '../browser.ts'
import { freePort } from '../../support/processes/product-calls.ts'
import {
  createDataFolder,
  startProductProcess,
  type DataFolder,
  type Product,
} from '../../support/processes/product-process.ts'
import { button, type Engine } from './engine.ts'
import { hasFirefox, openFirefox } from './firefox.ts'
import { ELSEWHERE_PATH, openProbeProxy, type ProbeProxy } from './probe-proxy.ts'
import { hasWebKit, openWebKit } from './webkit.ts'
import { eventually } from '../../support/eventually.ts'

/** The built product in engines other than Chromium, at the width of a phone and of a desk. */

const ADMIN_PASSWORD = 'Prueba123'
const ANDROID = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
const WIDTHS = [
  [390, 844],
  [1440, 900],
] as const
const NAME = 'Javiera Antonieta Rodríguez Valenzuela'

const ENGINES = [
  ['Firefox', 'firefox-esr', hasFirefox, () => openFirefox(ANDROID)],
  ['WebKit', 'webkit2gtk-driver xvfb', hasWebKit, () => openWebKit(PHONE)],
] as const

const TITLED_TIMES = `[...document.querySelectorAll('time[title]')].map(({ title }) => title)`

const DAYS = 10

describe.each(ENGINES)('in %s', (name, packages, isThere, open) => {
  let folder: DataFolder
  let product: Product
  let proxy: ProbeProxy
  let engine: Engine
  let token: string
  let profileId: string
  let adminEmail: string

  beforeAll(async () => {
    if (!isThere()) throw new Error(`${name} is not installed: apt-get install ${packages}`)
    folder = await createDataFolder()
    proxy = await openProbeProxy()
    const port = await freePort()
    const env = { ADMIN_PASSWORD, PORT: String(port), PUBLIC_URL: proxy.url }
    // Fewer days have no line to draw.
    const past = await startProductProcess({ dataDir: folder.path, env: { ...env, ...daysAgo(DAYS) } })
    proxy.leadTo(port)
    await tap()
    await past.stop()
    adminEmail = /Administrador (\S+)/.exec(past.output())?.[1] ?? ''
    product = await startProductProcess({ dataDir: folder.path, env })
    engine = await open()
    const answer = await ask('POST', '/api/auth/login', { email: adminEmail, password: ADMIN_PASSWORD })
    token = ((await answer.json()) as { access_token: string }).access_token
    profileId = ((await (await tap()).json()) as { id: string }).id
    await become({ visits: 2, clicks: 0, contacts: 0 })
  })
  afterAll(async () => {
    await engine?.close()
    await product?.stop()
    await proxy?.close()
    await folder?.remove()
  })

  const ask = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${proxy.url}${path}`, {
      method,
      headers: {
        'user-agent': PHONE,
        'content-type': 'application/json',
        ...(path.startsWith('/api/analytics') && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  /** Somebody else's visit, from another phone. */
  const tap = (): Promise<Response> =>
    ask('GET', `/api/public/profile/demo?v=${randomUUID()}&u=${randomUUID()}&s=nfc`)

  async function figures() {
    const answer = await ask('GET', `/api/analytics/${profileId}/unified`)
    const found = unifiedAnalytics.parse(await answer.json())
    return {
      visits: found.total_visits,
      clicks: found.social_clicks_total,
      contacts: found.vcf_downloads,
    }
  }
  const become = (wanted: object): Promise<void> =>
    eventually(async () => expect(await figures()).toEqual(wanted))

  const text = async (selector: string): Promise<string> =>
    String(await engine.read(`(document.querySelector(${JSON.stringify(selector)}) || {}).innerText || ''`))
  const says = (wanted: string | RegExp): Promise<void> =>
    eventually(async () => expect(await text('body')).toMatch(wanted))
  const panel = (title: string): string =>
    `[...document.querySelectorAll('section')].find((one) => one.getAttribute('aria-label') === '${title}' || (document.getElementById(one.getAttribute('aria-labelledby')) || {}).textContent === '${title}')`

  /** Elements wider than their box: the page, and scrolling parts of it. */
  const wider = (within: string): Promise<unknown> =>
    engine.read(`[document.documentElement, ...document.querySelectorAll('${within}')]
      .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX !== 'visible' || one === document.documentElement && one.scrollWidth > one.clientWidth)
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
    'a visitor at %d px: one tap, a link that leaves, the contact [SCR-10]',
    async (width, height) => {
      const before = await figures()
      await engine.resize(width, height)
      await engine.goto(`${proxy.url}/pages/demo?s=nfc`)
      await become({ ...before, visits: before.visits + 1 })
      expect(await wider('body')).toEqual([])

      const card = await download('//a[@data-save]', /\.vcf$/)
      expect(card.toString()).toMatch(/^BEGIN:VCARD\r\nVERSION:3\.0[^]*\r\nEND:VCARD\r\n$/)
      await become({ ...before, visits: before.visits + 1, contacts: before.contacts + 1 })

      await engine.press('//button[@data-opens="identify"]')
      await eventually(async () => expect(await text('dialog[open]')).toContain('Identifícate'))
      expect(await wider('dialog, dialog *')).toEqual([])

      await engine.goto(`${proxy.url}/pages/demo?s=qr`)
      await engine.press('//a[@data-network="whatsapp"]')
      await eventually(async () => expect(await engine.read('location.pathname')).toBe(ELSEWHERE_PATH))
      await eventually(async () => expect((await figures()).clicks).toBe(before.clicks + 1))
      // The next visit is another person's: the same one's would be a repeat.
      await engine.read('localStorage.clear()')
      expect(proxy.complaints).toEqual([])
    },
  )

  test('an owner signs in', async () => {
    const visitor_id = randomUUID()
    await ask('GET', `/api/public/profile/demo?v=${randomUUID()}&u=${visitor_id}&s=link`)
    const said = { full_name: NAME, phone: '+56 9 6612 4450', description: 'Nos conocimos en Osorno' }
    const named = await ask('POST', `/api/public/identify/${profileId}`, { ...said, visitor_id })
    expect(named.status).toBe(200)
    await engine.goto(`${proxy.url}/dashboard`)
    await says('Correo electrónico')
    await engine.type('//input[@type="email"]', adminEmail)
    await engine.type('//input[@type="password"]', ADMIN_PASSWORD)
    await engine.press(button('Entrar'))
    await says('Analytics Dashboard')
    await says('Conectado')
  })

  test.each(WIDTHS)(
    'the dashboard at %d px: live figures, charts, dialogs, the report',
    async (width, height) => {
      await engine.resize(width, height)
      await engine.goto(`${proxy.url}/dashboard`)
      await says('Conectado')
      await says(/\d\d-\d\d-\d{4}/)
      expect(await text('body')).not.toMatch(/No pudimos|Invalid|NaN|undefined/)
      // The day that this engine itself makes of an instant; all others come as days.
      await eventually(async () => expect(await engine.read(TITLED_TIMES)).not.toEqual([]))
      const instants = (await engine.read(TITLED_TIMES)) as string[]
      expect(instants.filter((one) => !/^\d\d-\d\d-\d{4} \d\d:\d\d$/.test(one))).toEqual([])

      const { visits } = await figures()
      await tap()
      const shown = `${panel('Visitas Totales')}.innerText`
      await eventually(async () =>
        expect(await engine.read(shown)).toMatch(new RegExp(`(^|\\s)${visits + 1}(\\s|$)`)),
      )
      const lines = `${panel('Comparativa Intermensual')}.querySelectorAll('svg path[stroke]').length`
      await eventually(async () => expect(Number(await engine.read(lines))).toBeGreaterThanOrEqual(4))
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
      expect(proxy.complaints).toEqual([])
    },
  )
})

const PRELOAD = join(import.meta.dirname, 'past-clock.preload.cjs')

/** Settings under which a program believes that it runs so many days ago. */
const daysAgo = (days: number): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--require ${PRELOAD}`,
  CLOCK_AGO_DAYS: String(days),
})
