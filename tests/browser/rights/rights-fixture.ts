import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { PRODUCT } from '@app/contracts/product.ts'
import { PHONE as USER_AGENT } from '../../support/processes/product-calls.ts'
import type { AdminWorld } from '../admin/admin-fixture.ts'
import { field, openStill, type Opening } from '../dashboard/dashboard-fixture.ts'
import type { Visit } from '../browser.ts'

export const DOOR = '/mis-datos'

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
