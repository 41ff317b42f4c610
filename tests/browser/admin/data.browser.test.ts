import { accountStream } from '@app/contracts/accounts.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../support/api/test-api.ts'
import { uuid, write } from '../../support/api/test-log.ts'
import {
  DESK,
  field,
  logIn,
  looksRight,
  openStill,
  press,
  titled,
  looksRightEverywhere,
} from '../dashboard/dashboard-fixture.ts'
import { withApi } from '../in-chromium.ts'

/** Avanzado, with an event that its projection could not take: only a test in this process can append one. */
withApi((world) => {
  async function signIn(page: Page): Promise<void> {
    await page.goto(`${world().api.url}/admin?tab=avanzado`)
    await titled(page, 'Iniciar Sesión')
    await logIn(page, world().api.admin.email, PASSWORD)
  }

  test('an administrator sees a parked event, and skips it with a reason by the keyboard [PROJ-10]', async () => {
    // A rename before its account, and the account that waits behind it.
    await write(world().api.store, world().api.clock.now(), accountStream(uuid(0x5_000)), [
      { type: 'AccountRenamed', data: { name: 'Ana' } },
      { type: 'AccountRegistered', data: { name: 'Ana', email: 'ana@copihue.example' } },
    ])
    await world().api.settle()
    const { context, page, complaints } = await openStill(world(), { size: DESK })
    await signIn(page)
    await page.getByText(/^Espera al evento #/).waitFor()
    await looksRightEverywhere(page, 'admin-data')
    await page.getByRole('button', { name: /^Omitir el evento #/ }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await looksRight(page, 'admin-data-skip', '[role=dialog]')
    await field(page, 'Motivo').fill('Llegó antes que su cuenta')
    await page.keyboard.press('Enter')
    await page.getByText('Evento omitido. No queda ninguno apartado.', { exact: true }).waitFor()
    await page.getByText('No hay eventos apartados.', { exact: true }).waitFor()
    expect(await page.evaluate("document.activeElement?.getAttribute('aria-label')")).toBe('Datos')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('an administrator rebuilds a read model whose rows somebody changed, swaps it in, and goes back [PROJ-11]', async () => {
    const { context, page, complaints } = await openStill(world(), { size: DESK })
    await signIn(page)
    await press(page, 'Reconstruir Códigos de activación')
    await page.getByText('Lista', { exact: true }).waitFor()
    await world().api.db.query(
      "insert into read.codes (id, sealed_code, max_profiles, created_at) values ('changed by hand', '', 1, 0)",
    )
    await press(page, 'Comparar Códigos de activación')
    await page.getByText('1 fila distinta', { exact: true }).first().waitFor()
    await looksRightEverywhere(page, 'admin-data-differing')
    await press(page, 'Usar Códigos de activación')
    await page.getByText('Códigos de activación usa las filas nuevas', { exact: true }).waitFor()
    await press(page, 'Volver Códigos de activación')
    await page.getByText('Códigos de activación volvió a las filas anteriores', { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
