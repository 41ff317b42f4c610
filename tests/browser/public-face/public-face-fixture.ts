import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { session } from '@app/contracts/api/accounts/auth-calls.ts'
import { SESSION_KEY } from '@app/contracts/session-key.ts'
import { PASSWORD, type Person, type TestApi } from '../../support/api/test-api.ts'
import { openPage, scrollbarsInPhones, seriousFaults, type ClockedBrowser, type Visit } from '../browser.ts'

/** One product and one Chromium for all screens that nobody has to sign in for. */
export interface World {
  readonly api: TestApi
  readonly browser: ClockedBrowser
}

export type Size = readonly [width: number, height: number]
export const PHONE: Size = [390, 844]
export const DESK: Size = [1440, 900]

/** Without motion: half faded in, everything is hard to read. */
export async function openStill({ browser }: World, size: Size): Promise<Visit> {
  const visit = await openPage(browser, ...size)
  await visit.page.emulateMedia({ reducedMotion: 'reduce' })
  return visit
}

/** It fits into the width, axe finds nothing, and a picture is kept for people where SCREENS_DIR names a folder. */
export async function looksRight(page: Page, name: string, within?: string): Promise<void> {
  expect(await seriousFaults(page, within)).toEqual([])
  const fits = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth'
  expect(await page.evaluate(fits)).toBe(true)
  expect(await scrollbarsInPhones(page)).toBe(0)
  const folder = process.env.SCREENS_DIR
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}-${page.viewportSize()?.width}.png` })
}

/** For a browser in which somebody has signed in before. */
export async function signedInScript({ api }: World, { email }: Person): Promise<string> {
  const answer = await api.post('/api/auth/login', { email, password: PASSWORD })
  const { access_token: token, user, profile_url } = session.parse(await answer.json())
  const stored = JSON.stringify(JSON.stringify({ token, user, profile_url }))
  return `localStorage.setItem('${SESSION_KEY}', ${stored})`
}
