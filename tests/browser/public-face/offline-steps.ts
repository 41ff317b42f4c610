import { expect, test } from 'vitest'
import { onPage } from './public-face-fixture.ts'
import type { ApiWorld } from '../in-chromium.ts'

const STORED = `Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations()])
  .then(([caches, workers]) => caches.length + workers.length)`

export function offlineSteps(world: () => ApiWorld): void {
  test('a click without a network is sent later; the browser keeps no card [SCR-6]', () =>
    onPage(world(), { path: null }, async (page) => {
      const { api } = world()
      const context = page.context()
      const eventsOf = async () =>
        (await api.events(api.demo.id, 'ProfileTapped', 'LinkClicked')).map(({ type }) => type)
      const before = (await eventsOf()).length
      // A click that is sent later says when it was; the server takes none from its future.
      await page.clock.setSystemTime(api.clock.now())
      await page.goto(`${api.url}/pages/demo`)
      await expect.poll(eventsOf).toHaveLength(before + 1)

      await context.setOffline(true)
      await page.evaluate(
        `document.querySelector('.links a[data-network]').addEventListener('click', (e) => e.preventDefault())`,
      )
      await page.locator('.links a[data-network]').first().click()
      expect(await eventsOf()).toHaveLength(before + 1)
      await context.setOffline(false)
      await expect
        .poll(async () => (await eventsOf()).slice(before))
        .toEqual(['ProfileTapped', 'LinkClicked'])

      expect(await page.evaluate(STORED)).toBe(0)
      await context.setOffline(true)
      await expect(page.goto(`${api.url}/pages/demo`)).rejects.toThrow(/ERR_/)
    }))
}
