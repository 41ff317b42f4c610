import { test } from 'vitest'
import {
  looksRightEverywhere,
  newCardOwner,
  openSignedIn,
  press,
  titled,
  type World,
} from './dashboard-fixture.ts'

/** Components and calls test the rest of Mi cuenta. */
export function accountSteps(world: () => World): void {
  test('reads well, and so does the question before its end', async () => {
    const { owner } = await newCardOwner(world(), 'Violeta Reyes')
    const { context, page } = await openSignedIn(world(), owner)
    const more = page.getByRole('button', { name: 'Más', exact: true })
    if (await more.isVisible()) await more.click()
    await page.getByRole('link', { name: 'Mi cuenta: Violeta Reyes' }).click()
    await titled(page, 'Mi cuenta')
    await looksRightEverywhere(page, 'account')
    await press(page, 'Borrar mi cuenta')
    await looksRightEverywhere(page, 'account-deletion')
    await context.close()
  })
}
