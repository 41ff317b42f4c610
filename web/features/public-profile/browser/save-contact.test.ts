// @vitest-environment happy-dom
import { getVcf, trackBody } from '@app/contracts/api/public-calls.ts'
import { beforeEach, expect, test } from 'vitest'
import { createAnnouncer } from './announced-download.ts'
import type { Send } from './send-call.ts'
import { openPage, getElement } from '../testing/opened-page.ts'
import { watchSaveContact } from './save-contact.ts'
import { pageVisit as visit } from '../../../testing/page-visit.ts'

let signedIn: boolean
let objects: boolean
let beacon: ((address: string, json: string) => boolean) | undefined
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
  const announce = createAnnouncer({ send, isSignedIn: () => signedIn, beacon })
  watchSaveContact(document, {
    visitNow: () => visit,
    visitorName: () => 'Camila Soto',
    announce,
    objects: () => objects,
  })
}

beforeEach(() => {
  openPage()
  ;[signedIn, objects, beacon, sent] = [false, false, undefined, []]
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

test('the token of a reminder stays in the file’s address', () => {
  link().setAttribute('href', '/api/profile/antonia/vcf?t=abc')
  watch()
  const { pathname, searchParams } = press()
  expect([pathname, [...searchParams.keys()], searchParams.get('t')]).toEqual([
    '/api/profile/antonia/vcf',
    ['t', 'e', 'a'],
    'abc',
  ])
})

test('each press is an event of its own', () => {
  watch()
  const [one, other] = [press(), press()]
  expect(one.searchParams.get('e')).not.toBe(other.searchParams.get('e'))
  expect(other.searchParams.getAll('e')).toHaveLength(1)
})

test('the button stays tinted, and says that the contact is saved', () => {
  watch()
  expect(link().dataset['saved']).toBeUndefined()
  press()
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

test.each([{}, { ctrlKey: true }])(
  'the press is the link’s own business, whoever is signed in (%j)',
  (keys) => {
    watch()
    for (signedIn of [false, true]) expect(pressEvent(keys).defaultPrevented).toBe(false)
    expect(sent).toHaveLength(2)
  },
)

test('a browser without fetch keepalive announces by a beacon, but for a token, which only fetch can carry', () => {
  const told: string[] = []
  beacon = (address, json) => told.push(address + json) > 0
  watch()
  press()
  expect([sent.length, told]).toEqual([0, [expect.stringContaining(`"visitor_id":"${visit.visitorId}"`)]])
  signedIn = true
  press()
  expect([sent.length, told.length]).toEqual([1, 1])
})

test('a beacon that is refused is a call', () => {
  beacon = () => false
  watch()
  press()
  expect(sent).toHaveLength(1)
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
