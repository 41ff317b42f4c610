// @vitest-environment happy-dom
import { getVcf } from '@app/contracts/contacts.ts'
import { beforeEach, expect, test } from 'vitest'
import { openPage, getElement } from '../testing/opened-page.ts'
import { watchSaveContact } from './clicks.ts'
import { ANTONIA } from '../testing/sample-profile.ts'
import { pageVisit as visit } from '../../../testing/page-visit.ts'
import { watchFailingImages } from './share.ts'

let name: string | undefined
const link = () => getElement<HTMLAnchorElement>('#guardar')
const press = () => {
  link().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  return new URL(link().href, 'https://tarjeta.cl')
}
const watch = () =>
  watchSaveContact(document, {
    visitNow: () => visit,
    visitorName: () => name,
    send: () => new Promise(() => undefined),
    objects: () => false,
  })

beforeEach(() => {
  openPage({ ...ANTONIA, profile_image: 'a' })
  name = 'Camila Soto'
})

test('the button stays tinted, says that the contact is saved, and only who is unknown is asked for their data', () => {
  watch()
  expect(link().dataset['saved']).toBeUndefined()
  press()
  expect(getElement('[data-offer]').hidden).toBe(true)
  name = undefined
  const [one, other] = [press(), press()]
  expect(one.searchParams.get('e')).not.toBe(other.searchParams.get('e'))
  expect(getElement('[data-offer]').hidden).toBe(false)
  expect([link().dataset['saved'], link().textContent]).toEqual(['', 'Contacto guardado'])
  expect(getElement('[data-save-status]').textContent).toBe('Contacto guardado')
})

test('after a press the file without photo is offered, as the same download', () => {
  watch()
  const offer = getElement('[data-save-plain]')
  expect(offer.hidden).toBe(true)
  const { searchParams } = press()
  expect([offer.hidden, offer.textContent?.trim()]).toEqual([false, '¿No se guarda? Descargar sin foto'])
  const plain = new URL(getElement<HTMLAnchorElement>('[data-save-plain] a').href, 'https://tarjeta.cl')
  const { foto, ...same } = getVcf.query.parse(Object.fromEntries(plain.searchParams))
  expect(foto).toBe('0')
  expect(same).toEqual(getVcf.query.parse(Object.fromEntries(searchParams)))
})

const fail = (selector: string) => getElement(selector).dispatchEvent(new Event('error'))

beforeEach(() => {
  openPage({ ...ANTONIA, profile_image: 'a.jpg', company_logo: 'b.png', background_image: 'c.jpg' })
  for (const image of document.querySelectorAll('img'))
    Object.defineProperty(image, 'complete', { value: false, configurable: true })
})

test('the theme’s colours replace a background image that fails, an icon the photo, and its name the company’s logo', () => {
  watchFailingImages(document)
  fail('.ava img')
  fail('.logo img')
  expect(document.body.classList.contains('photo')).toBe(true)
  fail('.backdrop img')
  expect(document.body.classList.contains('photo')).toBe(false)
  expect(document.querySelector('.backdrop, .ava img')).toBeNull()
  expect(document.querySelector('.ava svg')).not.toBeNull()
  expect(getElement('.logo').textContent).toBe('Andes Norte')
})

test('an image that failed before the script came is dealt with too', () => {
  const image = getElement<HTMLImageElement>('.ava img')
  Object.defineProperties(image, { complete: { value: true }, naturalWidth: { value: 0 } })
  watchFailingImages(document)
  expect(document.querySelector('.ava img')).toBeNull()
})
