// @vitest-environment happy-dom
import { getVcf, trackBody } from '@app/contracts/taps.ts'
import { beforeEach, expect, test } from 'vitest'
import type { Send } from './send-call.ts'
import { openPage, getElement } from '../testing/opened-page.ts'
import { watchSaveContact } from './clicks.ts'
import { ANTONIA } from '../testing/sample-profile.ts'
import { pageVisit as visit } from '../../../testing/page-visit.ts'
import { watchFailingImages } from './share.ts'

let objects: boolean
let name: string | undefined
let sent: { address: string; body: unknown }[]
const link = () => getElement<HTMLAnchorElement>('#guardar')
const pressEvent = (keys: MouseEventInit) => {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...keys })
  link().dispatchEvent(event)
  return event
}
const press = () => {
  pressEvent({})
  return new URL(link().href, 'https://tarjeta.cl')
}
const watch = () => {
  const send: Send = (address, body) => {
    sent.push({ address, body })
    return new Promise(() => undefined)
  }
  watchSaveContact(document, {
    visitNow: () => visit,
    visitorName: () => name,
    send,
    objects: () => objects,
  })
}

beforeEach(() => {
  openPage({ ...ANTONIA, profile_image: 'a' })
  ;[objects, name, sent] = [false, 'Camila Soto', []]
})

test('the file’s address has the event’s id and nothing about the visitor, who is announced beside it [PRIV-6]', () => {
  watch()
  const { pathname, searchParams } = press()
  expect(pathname).toBe('/api/profile/antonia/vcf')
  const query = Object.fromEntries(searchParams)
  expect(query).toEqual({ e: getVcf.query.parse(query).e, a: '1' })
  expect(sent.map(({ address }) => address)).toEqual([`/api/public/note/${visit.profileId}`])
  expect(trackBody.parse(sent[0]?.body)).toEqual({
    event_type: 'vcf',
    event_id: query['e'],
    visit_id: visit.visitId,
    visitor_id: visit.visitorId,
    source: 'nfc',
    visitor_name: 'Camila Soto',
  })
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

test('the file of a visitor who objects says so, announces nothing, and is followed as any link [PRIV-20]', () => {
  objects = true
  link().setAttribute('href', '/api/profile/antonia/vcf?t=abc')
  watch()
  const query = { t: 'abc', o: '1' }
  const queryOf = (address: string) =>
    Object.fromEntries(new URL(address, 'https://tarjeta.cl').searchParams.entries())
  expect(queryOf(link().href)).toEqual(query)
  expect(pressEvent({}).defaultPrevented).toBe(false)
  expect(queryOf(link().href)).toEqual(query)
  expect(queryOf(getElement<HTMLAnchorElement>('[data-save-plain] a').href)).toEqual({ ...query, foto: '0' })
  expect(sent).toEqual([])
  objects = false
  expect([...press().searchParams.keys()]).toEqual(['t', 'e', 'a'])
  expect(sent).toHaveLength(1)
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
