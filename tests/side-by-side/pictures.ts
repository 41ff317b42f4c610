import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { findChromium, launchBrowser, type ClockedBrowser } from '../browser/browser.ts'
import { PASSWORD, type Product } from './product.ts'
import type { Replay } from './replay.ts'
import { emailOf } from './requests.ts'

const WIDTHS = [390, 820, 1440]
const HEIGHT = 900
const IDLE_MS_MAX = 5_000
const STILL_MS = 250
const STILL_TIMES = 2
const LOOKS_MAX = 120
/** Screens by who sees them: their addresses, with `{names}` of the seed. */
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  V: ['/', '/login', '/register', '/auth/forgot-password', '/mis-datos', '/pages/{O.slug}', '/pages/demo'],
  O: ['analytics', 'profiles', 'profile', 'appearance', 'history', 'account'].map(
    (tab) => `/dashboard?tab=${tab}`,
  ),
  A: ['usuarios', 'codigos', 'cotizaciones', 'perfiles', 'recordatorios', 'solicitudes', 'historial'].map(
    (tab) => `/admin?tab=${tab}`,
  ),
}

/** As on a phone, whose bars lie on the page. */
const STYLE = '* { scrollbar-width: none !important }'

/** Bars would scroll to the chosen tab before or after their fonts are there. */
const UNSCROLLED = `{
  Element.prototype.scrollIntoView = Element.prototype.scrollTo = () => undefined
  Object.defineProperty(Element.prototype, 'scrollLeft', { get: () => 0, set: () => undefined })
}`

/** Texts that differ by chance. */
const STEADY = `{
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const steady = text.data
      .replace(/\\b[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}\\b/g, 'AAAA-AAAA-AAAA')
      .replace(/^#\\d+$/, '#1')
      .replace(/hace \\d+ s\\b/, 'hace 1 s')
      .replace(/(ana-fuentes)-[a-z0-9]{4}\\b/g, '$1-aaaa')
    if (steady !== text.data) text.data = steady
  }
}`

/** Writes each screen at each width into the folder. */
export async function takePictures(product: Product, replay: Replay, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const browser = await launchBrowser(findChromium() ?? '')
  try {
    for (const [role, paths] of Object.entries(SCREENS)) {
      const context = await openContext(browser, product)
      const page = await context.newPage()
      if (role !== 'V') await signIn(page, product, emailOf(role))
      for (const path of paths)
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: HEIGHT })
          const picture = await pictureOf(page, `${product.url}${replay.filled(path)}`)
          await writeFile(join(folder, `${role}${path.replaceAll(/\W+/g, '-')} ${width}.png`), picture)
        }
      await context.close()
    }
  } finally {
    await browser.close()
  }
}

async function openContext(browser: ClockedBrowser, { now }: Product): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: 'es-CL',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.clock.setFixedTime(now())
  await context.addInitScript(UNSCROLLED)
  // A visit that is shown is not a visit that counts.
  await context.route(/\/api\/public\//, (route) => route.abort())
  return context
}

async function signIn(page: Page, { url }: Product, email: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL((address) => address.pathname !== '/login')
}

/** The whole page, once it stands still. */
async function pictureOf(page: Page, address: string): Promise<Buffer> {
  await page.goto('about:blank')
  await page.goto(address)
  // A page with a live stream never becomes idle.
  await page.waitForLoadState('networkidle', { timeout: IDLE_MS_MAX }).catch(() => undefined)
  let former: Buffer = Buffer.alloc(0)
  for (let look = 0, times = 0; look < LOOKS_MAX && times < STILL_TIMES; look += 1) {
    await pause(STILL_MS)
    await page.evaluate(STEADY)
    const picture = await page.screenshot({
      fullPage: true,
      animations: 'disabled',
      caret: 'hide',
      style: STYLE,
    })
    times = picture.equals(former) ? times + 1 : 0
    former = picture
  }
  return former
}

/** Chromium draws edges of pictures and letters differently under load: by few levels, and in single pixels by more. */
const LEVELS_MIN = 16
const PIXELS_MIN = 8

/** Compares the pictures of two folders by their names. */
export async function differencesOfPictures(folders: readonly string[]): Promise<readonly string[]> {
  const names = await Promise.all(folders.map((folder) => readdir(folder)))
  const lines: string[] = []
  for (const name of [...new Set(names.flat())].toSorted()) {
    if (!names.every((all) => all.includes(name))) lines.push(`picture ${name}: only on one side`)
    else
      lines.push(
        ...(await differenceOf(
          folders.map((folder) => join(folder, name)),
          name,
        )),
      )
  }
  return lines
}

async function differenceOf(files: readonly string[], name: string): Promise<readonly string[]> {
  const [base, other] = await Promise.all(
    files.map((file) => sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  )
  const sizes = [base, other].map((one) => `${one!.info.width} × ${one!.info.height}`)
  if (sizes[0] !== sizes[1]) return [`picture ${name}: ${sizes.join(' → ')}`]
  const { data, info } = base!
  const apart = (at: number): boolean =>
    [0, 1, 2].some((part) => Math.abs(data[at + part]! - other!.data[at + part]!) > LEVELS_MIN)
  const places = Array.from({ length: data.length / 3 }, (_, n) => n).filter((n) => apart(n * 3))
  if (places.length <= PIXELS_MIN) return []
  const rows = places.map((n) => Math.floor(n / info.width))
  return [`picture ${name}: ${places.length} pixels, from line ${rows[0]} to ${rows.at(-1)}`]
}
