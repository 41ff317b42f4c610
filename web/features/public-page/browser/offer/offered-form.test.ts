// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { watchIdentifyDialog } from '../identify/identify-dialog.ts'
import { formOf, getElement, openPage } from '../../testing/opened-page.ts'
import { turnedClock } from '../../testing/turned-clock.ts'
import { showOffer } from './offered-form.ts'

const block = () => getElement('[data-offer]')
const { dialog, field, fill, opener, part, submit } = formOf('identify')
const form = () => field('full_name').form!

let name: string | undefined
beforeEach(() => {
  openPage()
  name = undefined
  watchIdentifyDialog(document, {
    clock: turnedClock(),
    identify: () => Promise.resolve({ status: 200 }),
    name: () => name,
    rename: (next) => (name = next),
  })
  showOffer(document)
})

test('the form is offered below the links, in words of its own', () => {
  expect([block().hidden, block().contains(form())]).toEqual([false, true])
  expect(block().textContent).toContain('Déjale tus datos a Antonia')
  expect(form().querySelector('[data-part=submit]')?.textContent).toBe('Enviar mis datos')
  expect(form().querySelector('#identify-phone')?.getAttribute('autocomplete')).toBe('tel')
})

test.each([
  [400, 'center'],
  [580, 'start'],
])('a form of %d px in a window of 600 comes into view at its %s', (px, place) => {
  openPage()
  Object.defineProperty(document.documentElement, 'clientHeight', { value: 600, configurable: true })
  Object.defineProperty(block(), 'offsetHeight', { value: px })
  const scroll = vi.spyOn(block(), 'scrollIntoView')
  showOffer(document)
  expect(scroll.mock.calls).toMatchObject([[{ block: place }]])
})

test('once sent, the block thanks, and the dialog has its form back', async () => {
  fill('full_name', 'Camila Soto')
  fill('phone', '+56 9 6612 4412')
  fill('description', 'Expo Frío')
  await submit(form())
  expect(name).toBe('Camila Soto')
  expect(block().textContent).toBe('¡Gracias, Camila!Antonia ya sabe quién eres.')
  expect([block().getAttribute('role'), document.activeElement]).toEqual(['status', block()])
  expect([dialog().contains(form()), part('submit').textContent]).toEqual([true, 'Confirmar'])
})

test('closed, or wanted in its dialog, the form goes home with what was typed', () => {
  field('full_name').value = 'Camila'
  opener().click()
  expect([block().hidden, dialog().open, dialog().contains(form())]).toEqual([true, true, true])
  expect(field('full_name').value).toBe('Camila')
  expect(dialog().textContent).toContain('Identifícate (opcional)')
})

test('a style sheet that was lost beside the page is asked for again as the form is offered', () => {
  openPage()
  const style = () => getElement<HTMLLinkElement>('body>link')
  const lost = style()
  showOffer(document)
  expect(style()).not.toBe(lost)
  expect([style().rel, style().href]).toEqual(['stylesheet', lost.href])
})
