// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { publicUrl } from './public-url.ts'

test('the document says where the public reaches the installation; one that does not is no built one', () => {
  expect(publicUrl()).toBe(window.location.origin)
  document.documentElement.dataset['site'] = 'https://tarjeta.example'
  expect(publicUrl()).toBe('https://tarjeta.example')
})
