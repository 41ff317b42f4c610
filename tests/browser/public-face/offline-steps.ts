import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { KEPT_CARDS } from '@app/contracts/kept-cards.ts'
import { write } from '../../support/api/test-log.ts'
import { createUploads } from '../../support/api/test-uploads.ts'
import { plain } from '@app/images/testing/sample-pictures.ts'
import { onPage } from './public-face-fixture.ts'
import { looksRight } from '../dashboard/dashboard-fixture.ts'
import type { ApiWorld } from '../in-chromium.ts'

const OFFLINE = 'Sin conexión. Mostramos los últimos datos guardados.'
/** A slug is queried again after that. */
const LOOKUP_MS = 2_000
const SAVE = { name: 'Guardar contacto', exact: true } as const

/** The card of a profile, seen before, without a network. */
export function offlineSteps(world: () => ApiWorld): void {
  const keptNames = (page: Page): Promise<unknown> => page.evaluate('caches.keys()')
  const keeps = (page: Page, slug: string) =>
    expect.poll(() => keptNames(page)).toContain(`cards-1//pages/${slug}`)
  const eventsOf = async (id: string) =>
    (await world().api.events(id, 'ProfileTapped', 'LinkClicked')).map(({ type }) => type)

  test('a card opened before is shown with its pictures, counts nothing, and is replaced by the page [SCR-6]', () =>
    onPage(world(), { path: null }, async (page, complaints) => {
      const { api } = world()
      const context = page.context()
      const { id } = api.demo
      const file = await plain('#7cdaf9')
      await createUploads(api).ref({ profileId: id, file, token: api.admin.token })
      await api.settle()
      api.clock.advance(LOOKUP_MS)
      const before = (await eventsOf(id)).length
      // A click that is sent later says when it was; the server takes none from its future.
      await page.clock.setSystemTime(api.clock.now())
      await page.goto(`${api.url}/pages/demo`)
      await keeps(page, 'demo')
      await expect.poll(() => eventsOf(id)).toHaveLength(before + 1)

      await context.setOffline(true)
      await page.goto(`${api.url}/pages/demo?s=nfc`)
      await page.getByText(OFFLINE).waitFor()
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Antonia Rivas Soto')
      expect(await page.getByRole('link', SAVE).count()).toBe(0)
      await page.getByText('El contacto se puede guardar cuando vuelva la conexión.').waitFor()
      expect(
        await page.evaluate(`document.fonts.ready.then(() => document.fonts.check('1em "Host Grotesk"'))`),
      ).toBe(true)
      await page.locator('.ava img').waitFor()
      expect(await page.evaluate(`document.querySelector('.ava img').naturalWidth`)).toBeGreaterThan(0)
      await looksRight(page, 'tarjeta-sin-conexion')
      // Long enough for an opening to count.
      await page.waitForTimeout(1_200)
      await page.evaluate(
        `document.querySelector('.links a[data-network]').addEventListener('click', (e) => e.preventDefault())`,
      )
      await page.locator('.links a[data-network]').first().click()
      expect(await eventsOf(id)).toHaveLength(before + 1)
      expect(complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])

      await context.setOffline(false)
      await page.getByText(OFFLINE).waitFor({ state: 'hidden' })
      await page.getByRole('link', SAVE).last().waitFor()
      // The click that waited, and the opening of the page itself.
      await expect.poll(() => eventsOf(id)).toHaveLength(before + 3)
      expect((await eventsOf(id)).filter((type) => type === 'LinkClicked').length).toBeGreaterThan(0)
    }))

  test('a card that was closed is not kept, and one that nobody has seen is not there [SCR-6]', () =>
    onPage(world(), { path: null }, async (page) => {
      const { api } = world()
      const { id, slug } = await api.newProfile('closed-later')
      await page.goto(`${api.url}/pages/${slug}`)
      await keeps(page, slug)
      await write(api.store, api.clock.now(), profileStream(id), [{ type: 'ProfileDeactivated', data: {} }])
      await api.settle()
      api.clock.advance(LOOKUP_MS)
      expect((await page.goto(`${api.url}/pages/${slug}`))?.status()).toBe(404)
      expect(await keptNames(page)).toEqual([])
      await page.context().setOffline(true)
      for (const path of [`/pages/${slug}`, '/pages/demo', '/landing'])
        await expect(page.goto(api.url + path)).rejects.toThrow(/ERR_/)
    }))

  test('a browser that opts out of tracking keeps no card [PRIV-8]', () =>
    onPage(world(), { path: null }, async (page) => {
      const { api } = world()
      await page.addInitScript(`Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })`)
      const tap = page.waitForResponse((response) => response.url().includes('/api/public/profile/'))
      await page.goto(`${api.url}/pages/demo`)
      await tap
      expect(
        await page.evaluate('navigator.serviceWorker.getRegistration().then((found) => found === undefined)'),
      ).toBe(true)
      expect(await keptNames(page)).toEqual([])
      expect((await api.call(KEPT_CARDS.workerPath)).status).toBe(200)
    }))
}
