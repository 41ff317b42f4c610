import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { PRODUCT } from '@app/contracts/product.ts'
import { isLong } from '../../support/longer-runs.ts'
import { PHONE as USER_AGENT } from '../../support/processes/product-calls.ts'
import type { AdminWorld } from '../admin/admin-fixture.ts'
import {
  DESK,
  field,
  looksRight,
  openStill,
  PHONE,
  type Opening,
  type Size,
} from '../dashboard/dashboard-fixture.ts'
import type { Visit } from '../browser.ts'

export const DOOR = '/mis-datos'

type Looks = readonly [Size, 'light' | 'dark']
const ALL_LOOKS: readonly Looks[] = [
  [PHONE, 'dark'],
  [DESK, 'dark'],
  [DESK, 'light'],
  [PHONE, 'light'],
]
/** What differs most: both sizes and both themes are looked at once. */
const FEW_LOOKS: readonly Looks[] = [
  [DESK, 'dark'],
  [PHONE, 'light'],
]

/** The page gets back the size that it had. */
async function looksRightIn(looks: readonly Looks[], page: Page, [name, within]: Shown): Promise<void> {
  const before = page.viewportSize()
  for (const [[width, height], theme] of looks) {
    await page.setViewportSize({ width, height })
    await looksRightInTheme(page, theme, [name, within])
  }
  if (before !== null) await page.setViewportSize(before)
}

type Shown = readonly [name: string, within?: string | undefined]

async function looksRightInTheme(page: Page, theme: string, [name, within]: Shown): Promise<void> {
  await page.evaluate(`void (document.documentElement.dataset.theme = '${theme}')`)
  await looksRight(page, `${name}-${theme}`, within)
}

/** On a phone and a desk, in the light and in the dark. */
export const looksRightEverywhere = (page: Page, ...shown: Shown): Promise<void> =>
  looksRightIn(isLong ? ALL_LOOKS : FEW_LOOKS, page, shown)

/** Everywhere in the lane of screens alone: its parts are looked at on other screens. */
export const looksRightSomewhere = (page: Page, ...shown: Shown): Promise<void> =>
  looksRightIn(isLong ? ALL_LOOKS : FEW_LOOKS.slice(1), page, shown)

/** A dialog of a screen that is another one on a phone does not survive a change of size. */
export async function looksRightInThemes(page: Page, ...shown: Shown): Promise<void> {
  for (const theme of isLong ? ['dark', 'light'] : ['dark']) await looksRightInTheme(page, theme, shown)
}

export async function openAt(world: AdminWorld, path: string, opening: Opening = {}): Promise<Visit> {
  const visit = await openStill(world, opening)
  await visit.page.goto(path.startsWith('http') ? path : `${world.people.product.url}${path}`)
  return visit
}

/** Asked for at the door. @returns the link of the mail */
export async function requestLink(world: AdminWorld, page: Page, email: string): Promise<string> {
  await field(page, 'Correo electrónico').fill(email)
  await field(page, 'Correo electrónico').press('Enter')
  await page.getByText('Si el correo existe, te enviamos un enlace.').waitFor()
  return mailedLink(world, email)
}

async function mailedLink({ people }: AdminWorld, email: string): Promise<string> {
  const { subject, text } = await people.mailTo(email, '/mis-datos#')
  const link = /https?:\S+\/mis-datos#\S+/.exec(text)?.[0]
  if (subject !== `Tus datos en ${PRODUCT.name}` || link === undefined) throw new Error(`no link in ${text}`)
  return link
}

/** A visitor without an e-mail. */
export async function leaveWords(
  { people }: AdminWorld,
  profileId: string,
  words: { readonly full_name: string; readonly phone: string; readonly description: string },
): Promise<void> {
  const answer = await fetch(`${people.product.url}/api/public/identify/${profileId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': USER_AGENT },
    body: JSON.stringify({ ...words, visitor_id: crypto.randomUUID() }),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
}

export const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8')
