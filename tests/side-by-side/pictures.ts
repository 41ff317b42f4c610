import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { findChromium, launchBrowser, type ClockedBrowser } from '../browser/browser.ts'
import { ADMIN_EMAIL, PASSWORD, type Product } from './product.ts'
import type { Replay } from './replay.ts'
import { emailOf } from './seed.ts'

const WIDTHS = [390, 820, 1440]
const HEIGHT = 900
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
      if (role !== 'V') await signIn(page, product, role === 'A' ? ADMIN_EMAIL : emailOf(role))
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

async function openContext(browser: ClockedBrowser, { clock }: Product): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: 'es-CL',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.clock.setFixedTime(clock.now())
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
  let waiting = 0
  page.removeAllListeners('request').removeAllListeners('requestfinished').removeAllListeners('requestfailed')
  const isCounted = (url: string): boolean => !url.endsWith('/live')
  page.on('request', (one) => (waiting += Number(isCounted(one.url()))))
  page.on('requestfinished', (one) => (waiting -= Number(isCounted(one.url()))))
  page.on('requestfailed', (one) => (waiting -= Number(isCounted(one.url()))))
  await page.goto('about:blank')
  await page.goto(address)
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
    times = waiting <= 0 && picture.equals(former) ? times + 1 : 0
    former = picture
  }
  return former
}

/** Chromium draws edges of pictures and letters differently under load: by few levels, and in single pixels by more. */
const LEVELS_MIN = 16
const PIXELS_MIN = 8

interface Pixels {
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

/** Compares the folders `base` and `other`, and draws each difference in red into `differences`. */
export async function differencesOfPictures(out: string): Promise<readonly string[]> {
  const [base, other] = await Promise.all(['base', 'other'].map((side) => readdir(join(out, side))))
  await rm(join(out, 'differences'), { recursive: true, force: true })
  await mkdir(join(out, 'differences'))
  const lines: string[] = []
  for (const name of [...new Set([...base!, ...other!])].toSorted()) {
    if (!base!.includes(name) || !other!.includes(name)) lines.push(`picture ${name}: only on one side`)
    else lines.push(...(await differenceOf(out, name)))
  }
  return lines
}

async function differenceOf(out: string, name: string): Promise<readonly string[]> {
  const files = await Promise.all(['base', 'other'].map((side) => readFile(join(out, side, name))))
  if (files[0]!.equals(files[1]!)) return []
  const [base, other] = (await Promise.all(files.map(pixelsOf))) as [Pixels, Pixels]
  if (base.width !== other.width || base.height !== other.height)
    return [`picture ${name}: ${base.width} × ${base.height} → ${other.width} × ${other.height}`]
  const box = { left: base.width, top: base.height, right: 0, bottom: 0, count: 0 }
  const drawn = Buffer.from(base.data.map((value) => 255 - Math.round((255 - value) / 4)))
  for (let at = 0; at < base.data.length; at += 3) {
    const apart = [0, 1, 2].map((part) => Math.abs(base.data[at + part]! - other.data[at + part]!))
    if (Math.max(...apart) <= LEVELS_MIN) continue
    const [x, y] = [(at / 3) % base.width, Math.floor(at / 3 / base.width)]
    box.count += 1
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
    drawn.set([255, 0, 0], at)
  }
  if (box.count <= PIXELS_MIN) return []
  const raw = { width: base.width, height: base.height, channels: 3 } as const
  await sharp(drawn, { raw })
    .png()
    .toFile(join(out, 'differences', name))
  return [`picture ${name}: ${box.count} pixels within ${box.left},${box.top} to ${box.right},${box.bottom}`]
}

async function pixelsOf(png: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
