import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import type { OwnProfile } from '../../kills/account-world.ts'
import { openPage, type Visit } from '../browser.ts'
import {
  DESK,
  field,
  looksRight,
  newCardOwner,
  openSignedIn,
  PHONE,
  press,
  titled,
  type World,
  looksRightEverywhere,
} from './dashboard-fixture.ts'

const PATH = '/dashboard?tab=appearance'
const WRONG = 'Escribe un color como #7CDAF9.'
const APPLIED = 'Tema aplicado correctamente'
const SAVED = 'Colores personalizados guardados'

interface Look {
  readonly background: string
  readonly button: string
}
const LOOK = `(() => {
  const root = [...document.querySelectorAll('*')].find(({ shadowRoot }) => shadowRoot)?.shadowRoot ?? document
  const background = (selector) => getComputedStyle(root.querySelector(selector)).backgroundColor
  return { background: background(root === document ? 'body' : '.profile'), button: background('.save') }
})()`
/** Of the public page, or of the preview of it. */
const lookOf = (page: Page): Promise<Look> => page.evaluate(LOOK)

const FOCUSED_IS_ABOVE_BUTTON = `document.activeElement.getBoundingClientRect().bottom <=
  document.querySelector('.preview-strip button').getBoundingClientRect().top`

const GREEN: Look = { background: 'rgb(242, 250, 245)', button: 'rgb(18, 112, 74)' }
const OWN: Look = { background: 'rgb(16, 32, 48)', button: 'rgb(255, 180, 84)' }

export function lookSteps(world: () => World): void {
  let profile: OwnProfile
  /** Of the owner, and of somebody else on the public page. Later steps find their files in the browser's cache. */
  let own: Visit
  let visitor: Visit
  beforeAll(async () => {
    const card = await newCardOwner(world(), 'Rosa Cayupi')
    profile = card.profile
    own = await openSignedIn(world(), card.owner, { size: DESK, path: PATH })
    visitor = await openPage(world().browser, ...PHONE)
  })
  afterAll(() => Promise.all([own?.context.close(), visitor?.context.close()]))

  const theme = (page: Page, name: string) => page.getByRole('radio', { name })
  async function publicLook(): Promise<Look> {
    await visitor.page.goto(`${world().people.product.url}/pages/${profile.slug}`)
    return lookOf(visitor.page)
  }

  test('a theme is on the preview at once and on the page, and colours of one’s own are after it', async () => {
    const { page, complaints } = own
    await titled(page, 'Personalizar Apariencia')
    await theme(page, 'Bosque').click()
    await expect.poll(() => lookOf(page)).toEqual(GREEN)
    await page.getByText(APPLIED).waitFor()
    expect(await publicLook()).toEqual(GREEN)

    await page.getByText('Colores propios').click()
    await field(page, 'Fondo').fill('#102030')
    await field(page, 'Texto').fill('#203040')
    await field(page, 'Botones').fill('#FFB454')
    await expect.poll(() => lookOf(page)).toEqual(OWN)
    expect(await publicLook()).toEqual(GREEN)
    await page.getByText('Ajustamos el color del texto para que se lea bien.').waitFor()
    await looksRightEverywhere(page, 'appearance')
    await page.getByRole('button', { name: /^Usar #/ }).click()
    await press(page, 'Aplicar colores personalizados')
    await page.getByText(SAVED).waitFor()
    expect(await publicLook()).toEqual(OWN)
    expect(complaints).toEqual([])
  })

  test('a wrong colour is refused beside its field, and nothing is appended', async () => {
    const { page } = own
    await page.setViewportSize({ width: PHONE[0], height: PHONE[1] })
    await field(page, 'Fondo').fill('#102030')
    for (const typed of ['#FFB454', '#GGG']) await field(page, 'Botones').fill(typed)
    await page.getByText(WRONG).waitFor()
    expect(await page.evaluate(FOCUSED_IS_ABOVE_BUTTON)).toBe(true)
    const length = await world().people.lengthOf(profileStream(profile.id))
    await press(page, 'Aplicar colores personalizados')
    expect(await field(page, 'Botones').inputValue()).toBe('#GGG')
    await press(page, 'Vista previa')
    await page.getByRole('dialog', { name: 'Vista previa' }).waitFor()
    expect(await lookOf(page)).toEqual(OWN)
    await looksRight(page, 'appearance-preview', '[role=dialog]')
    await press(page, 'Cerrar')
    expect(await world().people.lengthOf(profileStream(profile.id))).toBe(length)
    await press(page, 'Restablecer')
    await page.setViewportSize({ width: DESK[0], height: DESK[1] })
  })
}
