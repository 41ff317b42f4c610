import { expect, test } from 'vitest'
import { contactLinks, type ContactLinkFields } from './links.ts'
import { testTable } from '../../tests/support/every.ts'

const NOTHING: ContactLinkFields = {
  email: '',
  whatsapp: '',
  linkedin: '',
  instagram: '',
  facebook: '',
  website: '',
  custom_link: '',
  custom_link_title: '',
}
const linkOf = (fields: Partial<ContactLinkFields>) => contactLinks({ ...NOTHING, ...fields })[0]
const hrefOf = (fields: Partial<ContactLinkFields>) => linkOf(fields)?.href

test('links come in the order of the page, and only those with a value', () => {
  const links = contactLinks({
    email: 'antonia@andesnorte.cl',
    whatsapp: '+56 9 5123 4567',
    linkedin: 'antoniarivas',
    instagram: '@antonia.rivas',
    facebook: 'andesnorte',
    website: 'andesnorte.cl',
    custom_link: 'cal.com/antonia',
    custom_link_title: 'Agenda una reunión',
  })
  expect(links.map(({ label, href, text }) => [label, href, text])).toEqual([
    ['Email', 'mailto:antonia@andesnorte.cl', 'antonia@andesnorte.cl'],
    ['WhatsApp', 'https://wa.me/56951234567', '+56 9 5123 4567'],
    ['LinkedIn', 'https://www.linkedin.com/in/antoniarivas/', 'in/antoniarivas'],
    ['Instagram', 'https://www.instagram.com/antonia.rivas/', '@antonia.rivas'],
    ['Facebook', 'https://www.facebook.com/andesnorte', 'andesnorte'],
    ['Sitio Web', 'https://andesnorte.cl', 'andesnorte.cl'],
    ['Agenda una reunión', 'https://cal.com/antonia', 'cal.com/antonia'],
  ])
  expect(contactLinks(NOTHING)).toEqual([])
})

test('a custom link needs both its address and its title', () => {
  expect(linkOf({ custom_link: 'cal.com/antonia' })).toBeUndefined()
  expect(linkOf({ custom_link_title: 'Agenda' })).toBeUndefined()
  expect(linkOf({ custom_link: 'cal.com/antonia', custom_link_title: '  ' })).toBeUndefined()
})

testTable([
  ['ventas+sur@andes.cl', 'mailto:ventas%2Bsur@andes.cl'],
  ['mailto:a@b.cl', 'mailto:a@b.cl'],
  ['josé@ñandú.cl', 'mailto:jos%C3%A9@%C3%B1and%C3%BA.cl'],
])('an e-mail links to its mailbox', (email, href) => {
  expect(hrefOf({ email })).toBe(href)
})
test('an e-mail of half a character has no link', () => {
  expect(linkOf({ email: 'a\ud800@b.cl' })).toBeUndefined()
})

testTable([
  ['www.ñandú.cl', 'https://www.xn--and-6ma2c.cl', 'ñandú.cl'],
  ['http://andes.cl/', 'http://andes.cl', 'andes.cl'],
  ['andes.cl/catálogo/?x=1#y', 'https://andes.cl/cat%C3%A1logo/?x=1#y', 'andes.cl/catálogo'],
  ['andes.cl:8443/a', 'https://andes.cl:8443/a', 'andes.cl/a'],
  ['\u202ahttps://andes.cl\u202c', 'https://andes.cl', 'andes.cl'],
])('a website links to its address and reads without its form', (website, href, text) => {
  expect(linkOf({ website })).toMatchObject({ href, text })
})
