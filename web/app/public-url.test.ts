// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { publicUrl } from './public-url.ts'

test('the document has the installation’s public address; one without it was not built', () => {
  expect(publicUrl()).toBe(window.location.origin)
  document.documentElement.dataset['site'] = 'https://tarjeta.example'
  expect(publicUrl()).toBe('https://tarjeta.example')
})
