import { mkdir } from 'node:fs/promises'
import type { BrowserContextOptions, Download, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { session } from '@app/contracts/login.ts'
import { SESSION_KEY } from '@app/contracts/product.ts'
import { PASSWORD, startTestApi, type Person, type TestApi } from '../support/api/test-api.ts'
import { launchBrowser, openPage, scrollbarsInPhones, seriousFaults } from './browser.ts'
import type { ClockedBrowser, Visit } from './browser.ts'

/** The product in this process, whose log tests can read, and one Chromium with its clock. */
export interface World {
  readonly api: TestApi
  readonly browser: ClockedBrowser
}

/** The world of a file's tests, which has its parts once its hooks run, and is closed after them. */
export function useWorld(): World {
  const world: { api?: TestApi; browser?: ClockedBrowser } = {}
  beforeAll(async () => {
    const api = await startTestApi()
    Object.assign(world, { api, browser: await launchBrowser(() => api.clock.now()) })
  })
  afterAll(async () => {
    await world.browser?.close()
    await world.api?.close()
  })
  return world as World
}

export type Size = readonly [width: number, height: number]
export const PHONE: Size = [390, 844]
export const DESK: Size = [1440, 900]

interface Opening extends BrowserContextOptions {
  readonly size?: Size
  readonly path?: string
  /** Somebody who has signed in before in this browser. */
  readonly as?: Person
  /** Evaluated in each page before its own scripts. */
  readonly before?: string
}

/** Without motion: half faded in, everything is hard to read. */
export async function open(
  { api, browser }: World,
  { size = PHONE, path, as, before, ...options }: Opening = {},
): Promise<Visit> {
  const visit = await openPage(browser, ...size, { reducedMotion: 'reduce', ...options })
  if (as !== undefined) await visit.context.addInitScript(await signedInScript(api, as))
  if (before !== undefined) await visit.context.addInitScript(before)
  if (path !== undefined) await visit.page.goto(`${api.url}${path}`)
  return visit
}

/** The session is stored once: what it becomes in the browser is kept over loads. */
async function signedInScript(api: TestApi, { email }: Person): Promise<string> {
  const answer = await api.post('/api/auth/login', { email, password: PASSWORD })
  const { access_token: token, user, profile_url } = session.parse(await answer.json())
  const stored = JSON.stringify(JSON.stringify({ token, user, profile_url }))
  return `sessionStorage.seen ?? localStorage.setItem('${SESSION_KEY}', ${stored}); sessionStorage.seen = 1`
}

/** Works in an opened page that logs no error. */
export async function visiting(
  world: World,
  opening: Opening,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const { context, page, complaints } = await open(world, opening)
  await work(page)
  expect(complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
  await context.close()
}

/** An owner with one profile of that name. */
export async function newOwner({ api }: World, name: string) {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@correo.example`
  const owner = await api.newAccount(name, { email })
  const [first = '', ...others] = name.split(' ')
  const slug = email.split('@')[0]!.replaceAll(/[^a-z]+/g, '-')
  const profile = await api.newProfile(slug, {
    ownerId: owner.id,
    details: { name: first, lastname: others.join(' ') },
  })
  return { owner, profile }
}

export type CardOwner = Awaited<ReturnType<typeof newOwner>>

export async function editProfile({ api }: World, { owner, profile }: CardOwner, body: object) {
  const init = { method: 'PUT', token: owner.token }
  expect((await api.post(`/api/profile/${profile.id}`, body, init)).status).toBe(200)
}

/** Dates of which a line has but the beginning. */
const BROKEN_DATES = `(() => {
  const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
  const broken = []
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    for (const { 0: date, index } of text.data.matchAll(/\\d\\d-\\d\\d-\\d{4}/g)) {
      const range = new Range()
      range.setStart(text, index)
      range.setEnd(text, index + date.length)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(text.data)
    }
  return broken
})()`

/** Open tabs that a row, which scrolls sideways, does not show. */
const UNSEEN_TABS = `[...document.querySelectorAll('[role=tab][aria-selected=true]')]
  .filter((tab) => tab.getBoundingClientRect().right > innerWidth).map(({ textContent }) => textContent)`

const FITS = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth'

async function keepScreen(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENS_DIR
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}-${page.viewportSize()?.width}.png` })
}

/** It fits into the width, axe finds nothing, and a picture is kept for people where SCREENS_DIR names a folder. */
export async function looksRight(page: Page, name: string, within?: string): Promise<void> {
  // Figures that are being read again are pale.
  await page.locator('.stale').first().waitFor({ state: 'detached' })
  await keepScreen(page, name)
  expect(await seriousFaults(page, within), name).toEqual([])
  expect(await page.evaluate(FITS), name).toBe(true)
  expect(await scrollbarsInPhones(page), name).toBe(0)
  expect(await page.evaluate(BROKEN_DATES), name).toEqual([])
  await expect.poll(() => page.evaluate(UNSEEN_TABS), { message: name }).toEqual([])
}

/** On a phone and a desk, in the dark and in the light. The page gets back the size that it had. */
export async function looksRightEverywhere(page: Page, name: string, within?: string): Promise<void> {
  const before = page.viewportSize()
  for (const theme of ['dark', 'light'])
    for (const [width, height] of [PHONE, DESK]) {
      await page.setViewportSize({ width, height })
      await page.evaluate(`void (document.documentElement.dataset.theme = '${theme}')`)
      await looksRight(page, `${name}-${theme}`, within)
    }
  if (before !== null) await page.setViewportSize(before)
}

/** A panel may have the same name. */
export const field = (page: Page, label: string): Locator =>
  page.getByLabel(label, { exact: true }).and(page.locator('input, textarea'))
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()
/** A list of another tab stays, hidden. */
export const says = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor()
/** The screen's or the tab's title. */
export const titled = (page: Page, title: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
export async function logIn(page: Page, email: string): Promise<void> {
  await field(page, 'Correo electrónico').fill(email)
  await field(page, 'Contraseña').fill(PASSWORD)
  await press(page, 'Entrar')
}
export async function downloaded(page: Page, pressed: Locator): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), pressed.click()])
  return download
}
