import { afterAll, beforeAll, describe } from 'vitest'
import { openAccountWorld, type AccountWorld, type Owner } from '../../kills/account-world.ts'
import { signInAdministrator } from '../admin/admin-fixture.ts'
import { findChromium, launchBrowser, type ClockedBrowser } from '../browser.ts'
import { cardFormSteps } from './card-form-steps.ts'
import { mailboxSteps } from './mailbox-steps.ts'
import { requestsSteps } from './requests-steps.ts'

/** A person's own data from the mail to the erasure, and who answers: the built program, real Chromium, real mails. */
const chromium = findChromium() // where there is none, pages.browser.test.ts says so

/** All people of these tests have one address. */
const RATE_LIMITS =
  'signed-in signed-in-address login register activate quotation subscribe rights-link rights-read rights-act rights-request reset-token'
    .split(' ')
    .map((name) => `${name}=1000000/900`)
    .join(',')

describe.skipIf(chromium === undefined)('in Chromium', () => {
  let people: AccountWorld
  let browser: ClockedBrowser
  let administrator: Owner
  beforeAll(async () => {
    ;[people, browser] = await Promise.all([openAccountWorld({ RATE_LIMITS }), launchBrowser(chromium ?? '')])
    administrator = await signInAdministrator(people)
  })
  afterAll(async () => {
    await browser?.close()
    await people?.close()
  })
  const world = () => ({ people, browser, administrator })

  describe.concurrent('Tus datos', () => mailboxSteps(world))
  describe.concurrent('the form without a mail', () => cardFormSteps(world))
  describe.concurrent('Solicitudes', () => requestsSteps(world))
})
