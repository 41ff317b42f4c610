import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person } from '../../support/api/test-api.ts'
import { PUBLIC_URL } from '../../support/api/test-app.ts'
import { signedInScript } from './public-face-fixture.ts'
import { DESK, openStill } from '../dashboard/dashboard-fixture.ts'
import type { ApiWorld } from '../in-chromium.ts'

/** Chromium on a desk has no NFC: this takes the message in the place of a card. */
const NFC = `window.NDEFReader = class { async write({ records }) { window.written = records.map(({ data }) => data) } }`

/** The product is reached at one host; what leaves it leads to another one, that of PUBLIC_URL. */
export function twoHostsSteps(world: () => ApiWorld): void {
  async function signedIn(person: Person, path: string, work: (page: Page) => Promise<void>): Promise<void> {
    const { context, page } = await openStill(world(), { size: DESK })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await context.addInitScript(`${await signedInScript(world(), person)};${NFC}`)
    await page.goto(world().api.url + path)
    await work(page)
    await context.close()
  }

  test('a link that is copied and a card that is written lead to the public address [SCR-12]', async () => {
    const { api } = world()
    const owner = await api.newAccount('Dos Direcciones')
    const { slug } = await api.newProfile('two-hosts', { ownerId: owner.id, details: { name: 'Ana' } })
    // One profile alone has no card in a grid.
    await api.newProfile('two-hosts-more', { ownerId: owner.id, details: { name: 'Beto' } })
    await api.settle()
    expect(new URL(api.url).host).not.toBe(new URL(PUBLIC_URL).host)
    await signedIn(owner, '/dashboard?tab=profiles', async (page) => {
      await page
        .getByRole('button', { name: /^Copiar enlace/ })
        .first()
        .click()
      await page.getByText('Enlace copiado').waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${PUBLIC_URL}/pages/${slug}`)
      await page
        .getByRole('button', { name: /^Grabar tarjeta/ })
        .first()
        .click()
      await page.getByText('Tarjeta grabada.').waitFor()
      expect(await page.evaluate('window.written')).toEqual([`${PUBLIC_URL}/pages/${slug}?s=nfc`])
    })
  })
}
