import { afterAll, beforeAll, describe } from 'vitest'
import { openAccountWorld, type AccountWorld, type Owner } from '../../kills/account-world.ts'
import { type ClockedBrowser, findChromium, launchBrowser } from '../browser.ts'
import { codesSteps } from './codes-steps.ts'
import { profilesSteps } from './profiles-steps.ts'
import { quotationsSteps } from './quotations-steps.ts'
import { remindersSteps } from './reminders-steps.ts'
import { usersSteps } from './users-steps.ts'
import { signInAdministrator } from './admin-fixture.ts'

/** The administrator's panel: the built program, real Chromium. */
const chromium = findChromium() // where there is none, pages.browser.test.ts says so

/** All people of these tests have one address. */
const RATE_LIMITS = [
  'traffic=1000000/1000000',
  ...'signed-in signed-in-address login register activate create-profile edit-profile administer issue-codes quotation subscribe export-list'
    .split(' ')
    .map((name) => `${name}=1000000/900`),
].join(',')

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

  describe.concurrent('Usuarios', () => usersSteps(world))
  describe.concurrent('Códigos de Activación', () => codesSteps(world))
  describe.concurrent('Cotizaciones', () => quotationsSteps(world))
  describe.concurrent('Perfiles', () => profilesSteps(world))
  describe.concurrent('Recordatorios', () => remindersSteps(world))
})
