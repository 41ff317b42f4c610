// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { openPage, getElement } from '../testing/opened-page.ts'
import { watchPressedLinks } from './pressed-links.ts'

const pressed = vi.fn()
watchPressedLinks(document, pressed)
beforeEach(() => {
  pressed.mockReset()
  openPage()
})
const press = (selector: string, kind: string, button = 0) => {
  const event = new MouseEvent(kind, { bubbles: true, cancelable: true, button })
  getElement(selector).dispatchEvent(event)
  return event
}

test('pressing anywhere on a tile reports its network and leaves the link to the browser', () => {
  const event = press('[data-network=whatsapp] small', 'click')
  expect(pressed).toHaveBeenCalledExactlyOnceWith('whatsapp')
  expect(event.defaultPrevented).toBe(false)
})

test('the middle button opens a link too, the right one only a menu', () => {
  press('[data-network=website]', 'auxclick', 1)
  press('[data-network=website]', 'auxclick', 2)
  expect(pressed).toHaveBeenCalledExactlyOnceWith('website')
})

test('pressing elsewhere reports nothing', () => {
  press('h1', 'click')
  press('#guardar', 'click')
  expect(pressed).not.toHaveBeenCalled()
})
