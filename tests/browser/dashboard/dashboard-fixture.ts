import { mkdir } from 'node:fs/promises'
import type { Download, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { SESSION_KEY } from '@app/contracts/product.ts'
import type { AccountWorld, Owner, OwnProfile } from '../../kills/account-world.ts'
import { call, type Call } from '../../support/processes/product-calls.ts'
import { eventually } from '../../support/eventually.ts'
import { openPage, scrollbarsInPhones, seriousFaults, type ClockedBrowser, type Visit } from '../browser.ts'

/** One product and one Chromium for all screens of the dashboard. Each part has owners of its own. */
export interface World {
  readonly people: AccountWorld
  readonly browser: ClockedBrowser
}

export type Size = readonly [width: number, height: number]
export const PHONE: Size = [390, 844]
export const DESK: Size = [1440, 900]

export interface Opening {
  readonly size?: Size
  readonly path?: string
  readonly colorScheme?: 'light' | 'dark'
}

/** Without motion: half faded in, everything is hard to read. */
export async function openStill(
  { browser }: Pick<World, 'browser'>,
  { size = PHONE, colorScheme = 'light' }: Opening = {},
): Promise<Visit> {
  const visit = await openPage(browser, ...size)
  await visit.page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
  return visit
}

/** In a browser where the owner has signed in before. What the session becomes there is kept over loads. */
export async function openSignedIn(world: World, { session }: Owner, opening: Opening = {}): Promise<Visit> {
  const visit = await openStill(world, opening)
  const text = JSON.stringify(JSON.stringify(session))
  await visit.page.addInitScript(
    `sessionStorage.seen ?? localStorage.setItem('${SESSION_KEY}', ${text}); sessionStorage.seen = 1`,
  )
  await visit.page.goto(`${world.people.product.url}${opening.path ?? '/dashboard'}`)
  // The document draws the frame as well.
  await visit.page.locator('[data-shell]').waitFor({ state: 'detached' })
  await visit.page.getByRole('navigation', { name: 'Panel' }).waitFor()
  return visit
}

export interface CardOwner {
  readonly owner: Owner
  readonly profile: OwnProfile
}

/** With an activated account, and so with a first profile of that name. */
export async function newCardOwner({ people }: World, name: string): Promise<CardOwner> {
  const owner = await people.newOwner(name, await people.newCode())
  // The list is read a moment after the activation.
  const profile = await eventually(async () => {
    const [first] = await people.profilesOf(owner)
    expect(first).toBeDefined()
    return first!
  })
  return { owner, profile }
}

interface Asked {
  readonly method?: string
  /** After `/api`. */
  readonly path: string
  readonly body?: object
}

/** A call by somebody who has signed in. It has to succeed. */
export async function callAs(
  { people }: World,
  by: Owner,
  { method = 'GET', path, body }: Asked,
): Promise<Call> {
  const answer = await call(`${people.product.url}/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${by.session.token}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

export async function uploadPortrait(
  { people }: World,
  { owner, profile }: CardOwner,
  png: Buffer,
): Promise<void> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'cara.png')
  const headers = { Authorization: `Bearer ${owner.session.token}` }
  const address = `${people.product.url}/api/upload/profile-image/${profile.id}`
  expect((await call(address, { method: 'POST', headers, body })).status).toBe(200)
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

export const FITS = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth'

export async function keepScreen(page: Page, name: string): Promise<void> {
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
}

/** On a phone and a desk, in the dark and in the light. The page gets back the size that it had. */
export async function looksRightEverywhere(page: Page, name: string, within?: string): Promise<void> {
  const before = page.viewportSize()
  for (const theme of ['dark', 'light'])
    for (const [width, height] of [PHONE, DESK]) {
      await page.setViewportSize({ width, height })
      await looksRightInTheme(page, theme, [name, within])
    }
  if (before !== null) await page.setViewportSize(before)
}

async function looksRightInTheme(
  page: Page,
  theme: string,
  [name, within]: readonly [name: string, within?: string | undefined],
): Promise<void> {
  await page.evaluate(`void (document.documentElement.dataset.theme = '${theme}')`)
  await looksRight(page, `${name}-${theme}`, within)
}

/** A panel may have the same name. */
export const field = (page: Page, label: string): Locator =>
  page.getByLabel(label, { exact: true }).and(page.locator('input, textarea'))
/** @param notice told by the page, perhaps for a shorter time than the file needs to arrive here */
export async function saved(page: Page, name: string, notice?: string): Promise<Download> {
  const told = notice === undefined ? undefined : page.getByText(notice, { exact: true }).waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), told, press(page, name)])
  return download
}
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()
/** The screen's or the tab's title. */
export const titled = (page: Page, title: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
/** At the sign-in. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await field(page, 'Correo electrónico').fill(email)
  await field(page, 'Contraseña').fill(password)
  await press(page, 'Entrar')
}
