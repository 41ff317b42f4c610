// @vitest-environment happy-dom
import { getVcf, trackBody } from '@app/contracts/api/public.ts'
import { beforeEach, expect, test } from 'vitest'
import { createAnnouncer } from './announced-download.ts'
import type { Send } from './call.ts'
import { openPage, pagePart } from './visit/opened-page.ts'
import { watchSaveContact } from './save-contact.ts'
import { turnedClock, type TurnedClock } from './visit/turned-clock.ts'
import type { PageVisit } from './visit/visit.ts'

const visit: PageVisit = {
  profileId: '0199a1b2-0000-4000-8000-000000000001',
  slug: 'antonia',
  visitId: '0199a1b2-0000-4000-8000-000000000002',
  visitorId: '0199a1b2-0000-4000-8000-000000000003',
  source: 'nfc',
  referrer: undefined,
}
let clock: TurnedClock
let signedIn: boolean
let answer: ReturnType<Send>
let sent: { address: string; body: unknown }[]
let followed: string[]
const link = () => pagePart<HTMLAnchorElement>('#guardar')
const pressEvent = (keys: MouseEventInit) => {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...keys })
  link().dispatchEvent(event)
  return event
}
const press = () => {
  pressEvent({})
  return new URL(link().href, 'https://tarjeta.cl')
}

beforeEach(() => {
  openPage()
  clock = turnedClock()
  ;[signedIn, sent, followed] = [false, [], []]
  answer = Promise.resolve({ status: 200 })
  const send: Send = (address, body) => {
    sent.push({ address, body })
    return answer
  }
  watchSaveContact(document, {
    clock,
    visitNow: () => visit,
    visitorName: () => 'Camila Soto',
    announce: createAnnouncer(send, clock, () => signedIn),
    follow: (address) => followed.push(address),
  })
})

test('the file is requested with the ids of the visit', () => {
  const { pathname, searchParams } = press()
  expect(pathname).toBe('/api/profile/antonia/vcf')
  expect(getVcf.query.parse(Object.fromEntries(searchParams))).toMatchObject({
    v: visit.visitId,
    u: visit.visitorId,
    s: 'nfc',
    visitor_name: 'Camila Soto',
  })
})

test('the token of a reminder stays in the file’s address', () => {
  link().setAttribute('href', '/api/profile/antonia/vcf?t=abc')
  watchSaveContact(document, {
    clock,
    visitNow: () => visit,
    visitorName: () => undefined,
    announce: () => undefined,
    follow: () => undefined,
  })
  const { pathname, searchParams } = press()
  expect([pathname, searchParams.getAll('t'), searchParams.get('v')]).toEqual([
    '/api/profile/antonia/vcf',
    ['abc'],
    visit.visitId,
  ])
})

test('each press is an event of its own', () => {
  const [one, other] = [press(), press()]
  expect(one.searchParams.get('e')).not.toBe(other.searchParams.get('e'))
  expect(other.searchParams.getAll('e')).toHaveLength(1)
})

test('the button shows for three seconds that the contact is saved', async () => {
  press()
  expect(link().textContent).toBe('Contacto guardado')
  expect(pagePart('[data-save-status]').textContent).toBe('Contacto guardado')
  await clock.turn(2_000)
  press()
  await clock.turn(2_999)
  expect(link().textContent).toBe('Contacto guardado')
  await clock.turn(1)
  expect(link().textContent).toBe('Guardar contacto')
})

test('after a press the file without photo is offered, as the same download', () => {
  const offer = pagePart('[data-save-plain]')
  expect(offer.hidden).toBe(true)
  const { searchParams } = press()
  expect([offer.hidden, offer.textContent?.trim()]).toEqual([false, '¿No se guarda? Descargar sin foto'])
  const plain = new URL(pagePart<HTMLAnchorElement>('[data-save-plain] a').href, 'https://tarjeta.cl')
  const { foto, ...same } = getVcf.query.parse(Object.fromEntries(plain.searchParams))
  expect(foto).toBe('0')
  expect(same).toEqual(getVcf.query.parse(Object.fromEntries(searchParams)))
})

test('a visitor’s press is the link’s own business', () => {
  expect(pressEvent({}).defaultPrevented).toBe(false)
  expect([sent, followed]).toEqual([[], []])
})

test('whoever is signed in confirms the download under the file’s own id, and then gets the file', async () => {
  signedIn = true
  expect(pressEvent({}).defaultPrevented).toBe(true)
  expect(sent[0]?.address).toBe(`/api/public/track/${visit.profileId}`)
  const body = trackBody.parse(sent[0]?.body)
  expect(body).toMatchObject({ event_type: 'vcf', visit_id: visit.visitId, visitor_id: visit.visitorId })
  expect(followed).toEqual([])
  await clock.turn(0)
  expect(followed).toHaveLength(1)
  expect(new URL(followed[0]!, 'https://tarjeta.cl').searchParams.get('e')).toBe(body.event_id)
})

test('a server that does not answer delays the file by two seconds, and no longer', async () => {
  signedIn = true
  answer = new Promise(() => undefined)
  press()
  await clock.turn(1_999)
  expect(followed).toEqual([])
  await clock.turn(1)
  expect(followed).toHaveLength(1)
})

test('a press that opens another tab is left to the browser', () => {
  signedIn = true
  expect(pressEvent({ ctrlKey: true }).defaultPrevented).toBe(false)
  expect(sent).toHaveLength(1)
})
