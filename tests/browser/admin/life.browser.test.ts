import { expect, test } from 'vitest'
import { call } from '../../support/processes/product-calls.ts'
import { PHONE as AGENT } from '../browser.ts'
import {
  callAs,
  DESK,
  newCardOwner,
  openSignedIn,
  looksRightEverywhere,
} from '../dashboard/dashboard-fixture.ts'
import { withPeople } from '../in-chromium.ts'

/** Reproducir: the built program, real Chromium. */
withPeople({}, (world) => {
  test('an administrator steps through a life with keys, on a desk and on a phone, in light and dark [SCR-9]', async () => {
    const { people, administrator } = world()
    const { owner, profile } = await newCardOwner(world(), 'Millaray Curin')
    const { url } = people.product
    await call(`${url}/api/public/profile/${profile.slug}?s=nfc`, { headers: { 'User-Agent': AGENT } })
    const body = { position: 'Gerenta' }
    await callAs(world(), owner, { method: 'PUT', path: `/profile/${profile.id}`, body })
    const { context, page, complaints } = await openSignedIn(world(), administrator, { size: DESK })
    await page.goto(`${url}/admin?tab=historial&entity=profile-${profile.id}`)
    await page.getByRole('link', { name: 'Reproducir su vida, evento por evento' }).click()
    const visits = page.locator('.life-figure').first()
    await page.getByText(/^Evento 1 de \d+$/).waitFor()
    await page.keyboard.press('End')
    await page.getByText('Cambió: Cargo.').waitFor()
    expect(await visits.innerText()).toMatch(/Visitas\s+1/)
    await page.keyboard.press('ArrowLeft')
    await page.getByText('La página no cambió.').waitFor()
    expect(await visits.innerText()).toMatch(/0\s*1\s+\+1/)
    await looksRightEverywhere(page, 'life')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
    await context.close()
  })
})
