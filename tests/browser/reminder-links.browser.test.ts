import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { subscriptionsOf } from '../support/api/test-subscriptions.ts'
import type { ReminderPurpose } from '@app/services/kernel/keys/reminder-tokens.ts'
import { seriousFaults } from './browser.ts'
import { FITS, keepScreen, openStill } from './dashboard/dashboard-fixture.ts'
import { longReminderHtml } from './long-reminder.ts'
import { withApi } from './in-chromium.ts'

/** The links of reminders in real Chromium, on the product in this process: its keys make the tokens. */
/** Forced colours remove shadows and backgrounds: a button needs an edge, and the focus a line around it. */
const EDGES = `(({ borderStyle, outlineStyle }) => [borderStyle, outlineStyle])(getComputedStyle(document.activeElement))`

withApi((world) => {
  const subscriptions = () => subscriptionsOf(world().api)
  let people = 0
  /** Somebody who subscribed to the demo profile. */
  async function subscriber() {
    people += 1
    const email = `persona-${people}@correo.example`
    const of = await subscriptions().subscribed(world().api.demo.id, email)
    return {
      linkTo: (path: string, purpose: ReminderPurpose) =>
        `${world().api.url}${path}${subscriptions().tokens.issue(purpose, of)}`,
      types: () => subscriptions().typesOf(world().api.demo.id, email),
    }
  }

  /** In both themes, at this width. axe looks at those that have all parts: one component renders all of them. */
  async function looksRight(page: Page, name: string, byAxe = false): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      if (byAxe) expect(await seriousFaults(page)).toEqual([])
      expect(await page.evaluate(FITS)).toBe(true)
      await keepScreen(page, `${name}-${colorScheme}`)
    }
  }

  test('the pages of links are readable on a phone', async () => {
    const { linkTo, types } = await subscriber()
    const { context, page, complaints } = await openStill(world())
    const heading = (name: RegExp) => page.getByRole('heading', { name }).waitFor()
    const press = (name: string) => page.getByRole('button', { name }).click()

    await page.goto(linkTo('/baja/', 'unsubscribe'))
    await heading(/¿Cancelar los recordatorios de Antonia Rivas Soto\?/)
    await looksRight(page, 'baja', true)
    await press('Cancelar recordatorios')
    await heading(/^Listo, no recibirás más recordatorios de Antonia/)
    await looksRight(page, 'baja-lista')
    await press('No quiero recibir más recordatorios de nadie')
    await heading(/^Listo, no recibirás más recordatorios de nadie\.$/)
    expect(await types()).toEqual(['ReminderSubscribed', 'ReminderCancelled'])

    const talked = await subscriber()
    await page.goto(talked.linkTo('/hablamos/', 'talked'))
    await heading(/¿Hablaste con Antonia Rivas Soto\?/)
    await looksRight(page, 'hablamos')
    await press('Ya hablamos')
    await heading(/^¡Qué bueno! No te escribiremos más sobre Antonia/)
    await looksRight(page, 'hablamos-listo', true)
    expect(await talked.types()).toEqual(['ReminderSubscribed', 'ReminderConverted'])
    expect(complaints).toEqual([])
    await page.goto(linkTo('/baja/', 'talked'))
    await heading(/^Este enlace no funciona\.$/)
    await looksRight(page, 'sin-enlace')
    await context.close()
  })

  test('a link works without scripts, by keyboard, on the narrowest screen and in forced colours', async () => {
    const email = 'persona-larga@correo.example'
    const long = { name: 'María Fernanda Antonieta', lastname: 'Etcheverrygoyenecheandía Undurraga-Larraín' }
    const { id } = await world().api.newProfile('nombre-largo', { details: long })
    const of = await subscriptions().subscribed(id, email)
    const context = await world().browser.newContext({
      viewport: { width: 320, height: 568 },
      javaScriptEnabled: false,
      forcedColors: 'active',
    })
    const page = await context.newPage()
    const heading = (name: RegExp) => page.getByRole('heading', { name }).waitFor()
    const focused = page.locator(':focus')
    const fits = async (name: string) => {
      expect(await page.evaluate(FITS)).toBe(true)
      await keepScreen(page, `estrecha-${name}`)
    }

    await page.goto(
      `${world().api.url}/baja/${subscriptions().tokens.issue('unsubscribe', { ...of, cycle: 1 })}`,
    )
    await heading(/^¿Cancelar los recordatorios de María Fernanda/)
    await page.keyboard.press('Tab')
    expect(await focused.textContent()).toBe('Cancelar recordatorios')
    expect(await page.evaluate(EDGES)).toEqual(['solid', 'solid'])
    await fits('baja')
    await page.keyboard.press('Enter')
    await heading(/^Listo, no recibirás más recordatorios de María Fernanda/)
    await fits('lista')
    expect(await subscriptions().typesOf(id, email)).toEqual(['ReminderSubscribed', 'ReminderCancelled'])

    await context.close()
  })

  test.each(['first', 'second'] as const)(
    'the %s reminder fits a phone, and is readable',
    async (reminder) => {
      const { context, page, complaints } = await openStill(world())
      await page.setContent(longReminderHtml(reminder))
      await looksRight(page, `correo-${reminder}`, true)
      expect(complaints).toEqual([])
      await context.close()
    },
  )
})
