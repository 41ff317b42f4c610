import { expect, test } from 'vitest'
import { phoneLinks } from './phone-links.ts'

test('a mobile can be called and written to', () => {
  expect(phoneLinks('9 8123 4567')).toEqual({
    text: '+56 9 8123 4567',
    tel: 'tel:+56981234567',
    whatsapp: 'https://wa.me/56981234567',
  })
})

test('a fixed line can only be called', () => {
  expect(phoneLinks('(2) 2345 6789')).toMatchObject({ tel: 'tel:+56223456789', whatsapp: undefined })
})

test('a foreign number may be a mobile, as its kind is unknown', () => {
  expect(phoneLinks('+54 9 11 2345-6789')?.whatsapp).toBe('https://wa.me/5491123456789')
})

test.each(['anexo 12', '', 'javascript:alert(1)'])('%j leads nowhere', (typed) => {
  expect(phoneLinks(typed)).toBeUndefined()
})
