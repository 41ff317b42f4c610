// @vitest-environment happy-dom
import { getVcf } from '@app/contracts/sharing.ts'
import { trackBody } from '@app/contracts/taps.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { testTable } from '../../../../tests/support/every.ts'
import { createClicks, dropClicks, waitingClicks, watchPressedLinks } from './clicks.ts'
import { watchSaveContact } from './save-contact.ts'
import { createDeviceStorage, type DeviceStorage } from './device-storage.ts'
import { namelessVisit as visit } from '../../../testing/page-visit.ts'
import { openPage, getElement } from '../testing/opened-page.ts'
import { ANTONIA } from '../testing/sample-profile.ts'
import { turnedClock, type TurnedClock } from '../../../testing/turned-clock.ts'

const DAY_MS = 86_400_000

let storage: DeviceStorage
let clock: TurnedClock
let status: number
let sent: { address: string; body: Record<string, unknown> }[]

beforeEach(() => {
  storage = createDeviceStorage(() => {
    throw new Error('the one in memory will do')
  })
  ;[clock, status, sent] = [turnedClock(), 200, []]
})

const clicksOf = () =>
  createClicks({
    storage,
    now: clock.now,
    send: (address, body) => {
      sent.push({ address, body: body as Record<string, unknown> })
      return Promise.resolve({ status })
    },
  })
const waiting = () => waitingClicks(storage, clock.now())

test('a click is sent at once, in the form that the call accepts', async () => {
  await clicksOf().record(visit, 'whatsapp', 'Camila Soto')
  expect(sent[0]?.address).toBe(`/api/public/note/${visit.profileId}`)
  expect(trackBody.parse(sent[0]?.body)).toMatchObject({
    event_type: 'click_whatsapp',
    visit_id: visit.visitId,
    source: 'qr',
    visitor_name: 'Camila Soto',
  })
  expect(sent[0]?.body).not.toHaveProperty('age_ms') // it is now
  expect(waiting()).toEqual([])
})

test('a click is stored before it is sent, because the page may close before the answer', () => {
  void clicksOf().record(visit, 'email', undefined)
  expect(waiting()).toHaveLength(1)
})

test.each([
  ['a month behind', -31, 0, 1],
  ['set right by a year since', 365, -365, 0],
])(
  'a click that failed is sent later under the same id, with its age, by a clock that is %s [FIG-9]',
  async (_, aheadDays, turnedDays, ageDays) => {
    clock = turnedClock(clock.now() + aheadDays * DAY_MS)
    status = 503
    await clicksOf().record(visit, 'email', undefined)
    await clock.turn((1 + turnedDays) * DAY_MS)
    status = 200
    await clicksOf().resume()
    expect(sent[1]?.body).toEqual({ ...sent[0]?.body, age_ms: ageDays * DAY_MS })
    expect(waiting()).toEqual([])
  },
)

test('while nothing arrives, the first failure stops the rest', async () => {
  status = 0
  for (const name of ['email', 'whatsapp', 'custom']) await clicksOf().record(visit, name, undefined)
  sent = []
  await clicksOf().resume()
  expect(sent).toHaveLength(1)
  expect(waiting()).toHaveLength(3)
})

test('clicks of more than seven days ago are let go', async () => {
  status = 0
  await clicksOf().record(visit, 'email', undefined)
  await clock.turn(7 * DAY_MS)
  sent = []
  await clicksOf().resume()
  expect(sent).toEqual([])
})

test('no more than fifty clicks wait, and the oldest are dropped', async () => {
  status = 0
  for (let n = 0; n < 60; n += 1) await clicksOf().record(visit, 'email', `Visita ${n}`)
  expect(waiting()).toHaveLength(50)
  expect(waiting()[0]?.body['visitor_name']).toBe('Visita 10')
})

testTable([
  null,
  'x',
  [[1]],
  [[{ profileId: 'x' }]],
  [[{ profileId: visit.profileId, pressedAtMs: 'x', body: {} }]],
])('rubbish in the storage is passed over', async (rubbish) => {
  storage.write('clicks', rubbish)
  await clicksOf().resume()
  expect(sent).toEqual([])
})

test('clicks that wait are dropped for a forgotten visitor, on their profile only', async () => {
  status = 0
  const clicks = clicksOf()
  await clicks.record(visit, 'email', 'Ana')
  await clicks.record({ ...visit, profileId: '0199a1b2-0000-4000-8000-0000000000ff' }, 'email', undefined)
  dropClicks(storage, visit.profileId, clock.now())
  expect(waiting()).toMatchObject([{ profileId: '0199a1b2-0000-4000-8000-0000000000ff' }])
})

const pressed = vi.fn()
watchPressedLinks(document, pressed)
beforeEach(() => {
  pressed.mockReset()
  openPage()
})
const press = (selector: string, kind: string, button = 0) => {
  const event = new MouseEvent(kind, { bubbles: true, cancelable: true, button })
  getElement(selector).dispatchEvent(event)
  return event
}

test('pressing anywhere on a tile reports its network and leaves the link to the browser; elsewhere it reports nothing', () => {
  press('#guardar', 'click')
  const event = press('[data-network=whatsapp] small', 'click')
  expect(pressed).toHaveBeenCalledExactlyOnceWith('whatsapp')
  expect(event.defaultPrevented).toBe(false)
})

test('the middle button opens a link too, the right one only a menu', () => {
  press('[data-network=website]', 'auxclick', 1)
  press('[data-network=website]', 'auxclick', 2)
  expect(pressed).toHaveBeenCalledExactlyOnceWith('website')
})

let name: string | undefined
const link = () => getElement<HTMLAnchorElement>('#guardar')
const pressSave = () => {
  press('#guardar', 'click')
  return new URL(link().href, 'https://tarjeta.cl')
}
const watch = () => {
  openPage({ ...ANTONIA, profile_image: 'a' })
  name = 'Camila Soto'
  watchSaveContact(document, {
    visitNow: () => visit,
    visitorName: () => name,
    send: () => new Promise(() => undefined),
    objects: () => false,
  })
}

test('the button stays tinted, says that the contact is saved, and only who is unknown is asked for their data', () => {
  watch()
  expect(link().dataset['saved']).toBeUndefined()
  pressSave()
  expect(getElement('[data-offer]').hidden).toBe(true)
  name = undefined
  const [one, other] = [pressSave(), pressSave()]
  expect(one.searchParams.get('e')).not.toBe(other.searchParams.get('e'))
  expect(getElement('[data-offer]').hidden).toBe(false)
  expect([link().dataset['saved'], link().textContent]).toEqual(['', 'Contacto guardado'])
  expect(getElement('[data-save-status]').textContent).toBe('Contacto guardado')
})

test('after a press the file without photo is offered, as the same download', () => {
  watch()
  const offer = getElement('[data-save-plain]')
  expect(offer.hidden).toBe(true)
  const { searchParams } = pressSave()
  expect([offer.hidden, offer.textContent?.trim()]).toEqual([false, '¿No se guarda? Descargar sin foto'])
  const plain = new URL(getElement<HTMLAnchorElement>('[data-save-plain] a').href, 'https://tarjeta.cl')
  const { foto, ...same } = getVcf.query.parse(Object.fromEntries(plain.searchParams))
  expect(foto).toBe('0')
  expect(same).toEqual(getVcf.query.parse(Object.fromEntries(searchParams)))
})
