import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { cardData, ERASED, OBJECTED } from '@app/contracts/privacy/my-data.ts'
import { consentText, IDENTIFY_CONSENT } from '@app/contracts/privacy/consents.ts'
import { looksRightEverywhere } from '../dashboard/dashboard-fixture.ts'
import { SEEN_MS } from '@app/web/features/public-page/browser/clock.ts'
import { eventually } from '../../support/eventually.ts'
import { onPage } from './public-face-fixture.ts'
import type { ApiWorld } from '../in-chromium.ts'

const DEMO = '/pages/demo'
const ID_AND_NAME = `Object.keys(localStorage).filter((key) => /^(?:visitor|name)\\./.test(key))`

const CLICKS = '**/api/public/note/**'
const NOTHING = 'No hay datos tuyos en este perfil'
/** The test moves the page's time afterwards. */
async function stopClock(page: Page, now: Date): Promise<void> {
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now.getTime() + 60_000)
}

/**
 * Not `waitForFunction`, which evaluates its text again in the page: the CSP refuses that. Nor `expect.poll`, which
 * finds no test where others that ran at the same time have ended.
 */
const becomesTrue = (page: Page, expression: string): Promise<void> =>
  eventually(async () => expect(await page.evaluate(expression)).toBe(true))

export function myDataSteps(world: () => ApiWorld): void {
  async function identify(page: Page): Promise<void> {
    await page.locator('.round[data-opens=identify]').click()
    await page.getByLabel('Nombre completo').fill('Rayen Quintupil')
    await page.getByLabel('Teléfono').fill('+56 9 6612 4412')
    await page.getByLabel('¿De dónde se conocen?').fill('Expo Frío')
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await page.locator('[data-known]').waitFor()
    await page.keyboard.press('Escape') // unless it has closed by itself meanwhile
    await becomesTrue(page, `document.activeElement.matches('[data-opens=identify]')`)
  }
  const openByKeyboard = async (page: Page): Promise<void> => {
    await page.getByRole('link', { name: 'Mis datos' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Mis datos' }).waitFor()
  }
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).press('Enter')
  const confirm = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).press('Enter')

  describe('a visitor’s own data', () => {
    test('is shown, saved and erased by keyboard; back on the card they are somebody else', () =>
      onPage(world(), {}, async (page, complaints) => {
        await identify(page)
        await openByKeyboard(page)
        await page.getByText('Rayen Quintupil', { exact: true }).waitFor()
        await page.getByText(consentText(IDENTIFY_CONSENT, 'Antonia Rivas Soto'), { exact: false }).waitFor()
        await looksRightEverywhere(page, 'rights-card')
        const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Descargar')])
        expect(download.suggestedFilename()).toBe('mis-datos-demo.json')
        const { things } = cardData.parse(JSON.parse(await readFile(await download.path(), 'utf8')))
        expect(things[0]?.fields[0]?.value).toBe('Rayen Quintupil')

        await press(page, /^Borrar mis datos/)
        expect(await page.evaluate('document.activeElement.textContent')).toBe('Cancelar')
        await looksRightEverywhere(page, 'rights-card-erase', '[role=dialog]')
        await confirm(page, 'Borrar mis datos')
        await page.getByText(ERASED).waitFor()
        await page.getByText(NOTHING, { exact: false }).waitFor()
        await looksRightEverywhere(page, 'rights-card-nothing')
        expect(await page.evaluate(ID_AND_NAME)).toEqual([])
        await page.goBack()
        await becomesTrue(page, `document.querySelector('[data-known]').hidden`)
        await page.locator('.round[data-opens=identify]').click()
        expect(await page.getByLabel('Nombre completo').inputValue()).toBe('')
        expect(complaints).toEqual([])
      }))

    test('is forgotten by other tabs, too: their next click is somebody else’s', () =>
      onPage(world(), {}, async (page) => {
        await identify(page)
        const other = await page.context().newPage()
        await other.goto(world().api.url + DEMO)
        await openByKeyboard(other)
        await press(other, /^Borrar mis datos/)
        await confirm(other, 'Borrar mis datos')
        await other.getByText(ERASED).waitFor()
        await becomesTrue(page, `document.querySelector('[data-known]').hidden`)
        await page.locator('.round[data-opens=identify]').click()
        expect(await page.getByLabel('Nombre completo').inputValue()).toBe('')
        expect(await page.evaluate(ID_AND_NAME)).toEqual([])
        await page.keyboard.press('Escape')
        const [click] = await Promise.all([
          page.waitForRequest(CLICKS),
          page.locator('a[data-network=whatsapp]').click(),
        ])
        expect(click.postDataJSON()).toMatchObject({ visitor_id: expect.any(String) as string })
        expect(await other.evaluate(ID_AND_NAME)).toEqual([expect.stringMatching(/^visitor\./)])
      }))

    test('is not counted once they object: no call or id, and the contact is saved all the same [PRIV-20]', () =>
      onPage(world(), {}, async (page, complaints) => {
        await openByKeyboard(page)
        await press(page, /^No contar mis visitas/)
        await confirm(page, 'No contar mis visitas')
        await page.getByText(OBJECTED).waitFor()
        await looksRightEverywhere(page, 'rights-card-uncounted')
        expect(await page.evaluate(ID_AND_NAME)).toEqual([])

        const other = await page.context().newPage()
        const calls: string[] = []
        other.on('request', (request) => calls.push(new URL(request.url()).pathname))
        await stopClock(other, world().api.clock.now())
        await other.goto(world().api.url + DEMO)
        await other.clock.runFor(SEEN_MS)
        await other.evaluate(
          `document.querySelector('a[data-network=whatsapp]').addEventListener('click', (e) => e.preventDefault())`,
        )
        await other.locator('a[data-network=whatsapp]').click()
        const [download] = await Promise.all([
          other.waitForEvent('download'),
          other.getByRole('link', { name: 'Guardar contacto', exact: true }).click(),
        ])
        expect(new URL(download.url()).search).toBe('?o=1')
        expect(await readFile(await download.path(), 'utf8')).toContain('BEGIN:VCARD')
        expect(calls.filter((path) => path.startsWith('/api/public/'))).toEqual([])
        expect(await other.evaluate(`localStorage.getItem('clicks')`)).toBeNull()
        expect(await other.evaluate(ID_AND_NAME)).toEqual([])

        await other.clock.resume()
        await openByKeyboard(other)
        await press(other, 'Contar mis visitas otra vez')
        await other.getByText('Desde ahora contamos tus visitas a esta tarjeta.').waitFor()
        await other.goBack()
        const [click] = await Promise.all([
          other.waitForRequest(CLICKS),
          other.locator('a[data-network=whatsapp]').click(),
        ])
        expect(click.postDataJSON()).toMatchObject({ visitor_id: expect.any(String) as string })
        expect(complaints).toEqual([])
      }))
  })
}
