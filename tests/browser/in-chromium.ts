import { afterAll, beforeAll, describe } from 'vitest'
import { openAccountWorld } from '../kills/account-world.ts'
import { startTestApi, type TestApi } from '../support/api/test-api.ts'
import { signInAdministrator, type AdminWorld } from './admin/admin-fixture.ts'
import { findChromium, launchBrowser, type ClockedBrowser } from './browser.ts'

const chromium = findChromium() // where there is none, pages.browser.test.ts says so

/** Tests over the built program and one Chromium. */
export function withPeople(tests: (world: () => AdminWorld) => void) {
  describe.skipIf(chromium === undefined)('in Chromium', () => {
    let world: AdminWorld
    beforeAll(async () => {
      const [people, browser] = await Promise.all([openAccountWorld(), launchBrowser(chromium ?? '')])
      world = { people, browser, administrator: await signInAdministrator(people) }
    })
    afterAll(async () => {
      await world?.browser.close()
      await world?.people.close()
    })
    tests(() => world)
  })
}

/** Tests over the product in this process, whose log they can read, and one Chromium with its clock. */
export function withApi(tests: (world: () => ApiWorld) => void) {
  describe.skipIf(chromium === undefined)('in Chromium', () => {
    let world: ApiWorld
    beforeAll(async () => {
      const api = await startTestApi()
      world = { api, browser: await launchBrowser(chromium ?? '', () => api.clock.now()) }
    })
    afterAll(async () => {
      await world?.browser.close()
      await world?.api.close()
    })
    tests(() => world)
  })
}

export interface ApiWorld {
  readonly api: TestApi
  readonly browser: ClockedBrowser
}
