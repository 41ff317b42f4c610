import { session } from '@app/contracts/sign-in.ts'
import { SESSION_KEY } from '@app/contracts/product.ts'
import { PASSWORD, type Person } from '../../support/api/test-api.ts'
import { openPage } from '../browser.ts'
import { PHONE } from '../dashboard/dashboard-fixture.ts'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { ApiWorld } from '../in-chromium.ts'

export type PageOptions = BrowserContextOptions & {
  /** Null: the work opens one itself. */
  readonly path?: string | null
  /** Evaluated in the page before its own scripts. */
  readonly before?: string
}

/** A visitor's phone on a public page, unless options say otherwise. */
export async function onPage(
  { api, browser }: ApiWorld,
  { path = '/pages/demo', before, ...given }: PageOptions,
  work: (page: Page, complaints: readonly string[]) => Promise<void>,
): Promise<void> {
  const options = { reducedMotion: 'reduce', ...given } as const
  const { context, page, complaints } = await openPage(browser, ...PHONE, options)
  try {
    if (before !== undefined) await context.addInitScript(before)
    if (path !== null) await page.goto(api.url + path)
    await work(page, complaints)
  } finally {
    await context.close()
  }
}

/** For a browser in which somebody has signed in before. */
export async function signedInScript({ api }: ApiWorld, { email }: Person): Promise<string> {
  const answer = await api.post('/api/auth/login', { email, password: PASSWORD })
  const { access_token: token, user, profile_url } = session.parse(await answer.json())
  const stored = JSON.stringify(JSON.stringify({ token, user, profile_url }))
  return `localStorage.setItem('${SESSION_KEY}', ${stored})`
}
