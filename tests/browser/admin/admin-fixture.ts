import type { Session } from '@app/contracts/sign-in.ts'
import type { AccountWorld, Owner } from '../../kills/account-world.ts'
import { ADMIN_EMAIL, login } from '../../support/processes/product-calls.ts'
import type { Page } from 'playwright-core'
import type { Visit } from '../browser.ts'
import { callAs, DESK, openSignedIn, titled, type World } from '../dashboard/dashboard-fixture.ts'
import { A_QUOTATION } from '../../support/api/test-client.ts'

/** One product and one Chromium for all tabs of the panel. Steps run at once: each has rows of its own, and searches for them. */
export interface AdminWorld extends World {
  readonly administrator: Owner
}

export async function signInAdministrator(people: AccountWorld): Promise<Owner> {
  const password = people.adminPassword
  const answer = await login(people.product.url, password)
  const { access_token: token, user } = (await answer.json()) as Session
  return { id: user.id, email: ADMIN_EMAIL, password, session: { token, user, profile_url: null } }
}

/** @param tab as in the address: `usuarios` */
export async function openTab(world: AdminWorld, tab: string, size = DESK): Promise<Visit> {
  const path = `/admin?tab=${tab}`
  const visit = await openSignedIn(world, world.administrator, { size, path })
  await titled(visit.page, 'Panel de Administración')
  return visit
}

/** Until the list is read: the former rows stay a moment longer, and then are pale. */
export async function searchFor(page: Page, label: string, text: string): Promise<void> {
  const isAnswer = (url: string) => [...new URL(url).searchParams.values()].includes(text)
  const answered = page.waitForResponse((response) => isAnswer(response.url()))
  await page.getByLabel(label).fill(text)
  await answered
}

/** Requested by a company with a unique name. @returns its id */
export async function requestQuotation(
  world: AdminWorld,
  company: string,
  more: object = {},
): Promise<string> {
  const body = { ...A_QUOTATION, company, contact_person: 'Marisol Huenchuñir', ...more }
  const answer = await callAs(world, world.administrator, { method: 'POST', path: '/quotations', body })
  return String(answer.body.id)
}

/** A visitor subscribes to a profile's reminders. One mailbox may subscribe five times. */
export const subscribe = (world: AdminWorld, profileId: string, email: string): Promise<object> =>
  callAs(world, world.administrator, {
    method: 'POST',
    path: '/reminders/subscribe',
    body: { profile_id: profileId, email },
  })
