import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { longTest } from '../../support/longer-runs.ts'
import { looksRight, openSignedIn, press, type World } from './dashboard-fixture.ts'

const NAME = 'Sara Kepler Ruiz'
const OFFLINE = 'Sin conexión. Tu código funciona igual.'
const modulesOf = (page: Page) =>
  page
    .getByRole('img', { name: `Código QR de ${NAME}` })
    .locator('path')
    .last()
    .getAttribute('d')
const hasKept = (page: Page) => page.evaluate(`caches.has('kept-qr')`)

/** The code of the owner's card in a browser that starts without a network. */
export function keptQrSteps(world: () => World): void {
  longTest('the code opens without a network after one visit, and goes with the session', async () => {
    const { people } = world()
    const dashboard = `${people.product.url}/dashboard`
    const owner = await people.newOwner(NAME, await people.newCode())
    const { context, page, complaints } = await openSignedIn(world(), owner, {
      path: '/dashboard?tab=analytics',
    })
    await expect.poll(() => hasKept(page)).toBe(true)
    await press(page, 'Mostrar QR')
    await page.getByText('Funciona sin conexión').waitFor()
    await looksRight(page, 'show-qr-kept', '[role=dialog]')
    const shown = await modulesOf(page)
    await page.close()

    await context.setOffline(true)
    const cold = await context.newPage()
    await cold.goto(`${dashboard}?tab=profiles`)
    await cold.getByText(OFFLINE).waitFor()
    expect(await modulesOf(cold)).toBe(shown)
    await looksRight(cold, 'kept-qr')
    await cold.setViewportSize({ width: 844, height: 390 })
    await looksRight(cold, 'kept-qr-turned')

    await context.setOffline(false)
    await cold.getByRole('link', { name: 'Abrir el panel' }).click()
    await cold.getByRole('navigation', { name: 'Panel' }).waitFor()
    await press(cold, 'Más')
    await press(cold, 'Cerrar sesión')
    await cold.waitForURL(`${people.product.url}/`)
    await expect.poll(() => hasKept(cold)).toBe(false)
    await context.setOffline(true)
    await expect(cold.goto(dashboard)).rejects.toThrow(/ERR_/)
    expect(complaints).toEqual([])
    await context.close()
  })
}
