// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { openPage, getElement } from '../../testing/opened-page.ts'
import { watchKnownVisitor } from './known-visitor.ts'

let name: string | undefined
const line = () => getElement('[data-known]')
const forget = () => getElement('[data-known-forget]')
const watch = () => watchKnownVisitor(document, { name: () => name, rename: (next) => (name = next) })

beforeEach(() => {
  openPage()
  name = undefined
})

test('only a visitor known from before is thanked as the page opens', () => {
  watch()
  expect(line().hidden).toBe(true)
  name = 'Camila Soto'
  watch()
  expect([line().hidden, getElement('[data-known-thanks]').textContent]).toEqual([false, '¡Gracias, Camila!'])
  expect(forget().textContent).toBe('No soy Camila')
})

test('the line follows the visitor’s form, and keeps it', () => {
  watch().rename('Bruno Díaz')
  expect([name, line().hidden, forget().textContent]).toEqual(['Bruno Díaz', false, 'No soy Bruno'])
})

test('another person denies it: name and form are emptied, and the focus goes to the button that asks', () => {
  name = 'Camila Soto'
  watch()
  const field = getElement<HTMLInputElement>('#identify-full_name')
  field.value = 'Camila Soto'
  forget().click()
  expect([name, line().hidden, field.value]).toEqual([undefined, true, ''])
  expect(document.activeElement).toBe(getElement('[data-opens=identify]'))
})
