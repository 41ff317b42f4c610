import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { looksRight, newCardOwner, openSignedIn, press, type Size, type World } from './dashboard-fixture.ts'

const NAME = 'Sara Kepler Ruiz'
const OFFLINE = 'Sin conexión se abre tu código, que funciona igual. Lo demás vuelve con la red.'
const modulesOf = (page: Page) =>
  page
    .getByRole('img', { name: `Código QR de ${NAME}` })
    .locator('path')
    .last()
    .getAttribute('d')
const hasKept = (page: Page) => page.evaluate(`caches.has('kept-qr')`)

interface Around {
  readonly side: number
  readonly module: number
  readonly wrong: readonly string[]
  readonly scrolls: boolean
}
const LONG_NAME = 'María de los Ángeles Fernández-Quintupil'
const SCREENS: readonly Size[] = [
  [390, 844],
  [360, 740],
  [320, 568],
  [844, 390],
  [568, 320],
  [1440, 900],
]
/** The code's side and the side of a module, what lies outside the window or over the code, and what scrolls. */
const AROUND_CODE = `(() => {
  const screen = document.querySelector('.show-qr')
  const code = screen.querySelector('.show-qr-code svg').getBoundingClientRect()
  const all = [...screen.querySelectorAll('svg, h2, p, button')].filter((one) => one.getClientRects().length > 0 && !one.closest('button svg'))
  const boxes = all.map((one) => [one.textContent || one.tagName, one.getBoundingClientRect()])
  const isOutside = ({ left, top, right, bottom }) => left < 0 || top < 0 || right > innerWidth || bottom > innerHeight
  const isOver = (box) => box.left < code.right && box.right > code.left && box.top < code.bottom && box.bottom > code.top
  const wrong = boxes.filter(([name, box]) => isOutside(box) || (name !== 'svg' && isOver(box))).map(([name]) => name)
  const side = Number(screen.style.getPropertyValue('--modules'))
  return { side: code.width, module: code.width / side, wrong, scrolls: screen.scrollHeight > screen.clientHeight || screen.scrollWidth > screen.clientWidth }
})()`

/** The code of the owner's card: over the whole screen, and in a browser that starts without a network. */
export function keptQrSteps(world: () => World): void {
  test('at any text size on any screen the code is whole, large and clear of words', async () => {
    const { owner } = await newCardOwner(world(), LONG_NAME)
    const { context, page } = await openSignedIn(world(), owner, { path: '/dashboard?tab=history' })
    await press(page, 'Mostrar QR')
    await page.getByText('Apunta aquí con la cámara').waitFor()
    for (const [width, height] of SCREENS)
      for (const textSize of ['100%', '150%', '200%']) {
        await page.setViewportSize({ width, height })
        await page.evaluate(`void (document.documentElement.style.fontSize = '${textSize}')`)
        const at = `${width} × ${height}, ${textSize}`
        const { side, module, ...around } = await page.evaluate<Around>(AROUND_CODE)
        expect(around, at).toEqual({ wrong: [], scrolls: false })
        expect(side, at).toBeGreaterThanOrEqual(196)
        expect(module, at).toBe(Math.round(module))
      }
    await context.close()
  })

  test('the code opens without a network after one visit, and goes with the session [SCR-6]', async () => {
    const { people } = world()
    const dashboard = `${people.product.url}/dashboard`
    const { owner } = await newCardOwner(world(), NAME)
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
