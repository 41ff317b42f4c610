// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { publicUrl } from './public-url.ts'

const root = document.documentElement
afterEach(() => {
  delete root.dataset['publicUrl']
})

test('the document says where the public reaches the installation', () => {
  root.dataset['publicUrl'] = 'https://tarjeta.example'
  expect(publicUrl()).toBe('https://tarjeta.example')
})

test.each([undefined, '__PUBLIC_URL__'])('a document without it (%s) is Vite’s own', (said) => {
  if (said !== undefined) root.dataset['publicUrl'] = said
  expect(publicUrl()).toBe(window.location.origin)
})
