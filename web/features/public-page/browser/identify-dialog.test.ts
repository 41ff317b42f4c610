// @vitest-environment happy-dom
import { identifyBody } from '@app/contracts/identify.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { testTable } from '../../../../tests/support/every.ts'
import type { CallAnswer } from './send-call.ts'
import { watchIdentifyDialog, type Identity, createIdentify, watchKnownVisitor } from './identify-dialog.ts'
import { formOf, getElement, openPage } from '../testing/opened-page.ts'
import { pageVisit as visit } from '../../../testing/page-visit.ts'
import { turnedClock, type TurnedClock } from '../../../testing/turned-clock.ts'

let clock: TurnedClock
let name: string | undefined
const identify = vi.fn<(identity: Identity) => Promise<CallAnswer>>()

const { dialog, field, fill, opener, part, submit } = formOf('identify')
const confirm = () => part<HTMLButtonElement>('submit')
const fillAll = () => {
  fill('full_name', ' Camila Soto ')
  fill('phone', '+56 9 6612 4412')
  fill('description', 'Expo Frío')
}
const open = () => opener().click()

beforeEach(() => {
  openPage()
  ;[clock, name] = [turnedClock(), undefined]
  identify.mockReset().mockResolvedValue({ status: 200 })
  watchIdentifyDialog(document, { clock, identify, name: () => name, rename: (next) => (name = next) })
})

test('a phone of too few digits is shown at its field, once it was left, until it is right', async () => {
  open()
  fillAll()
  fill('phone', '912 3456')
  const hint = getElement('#identify-phone-hint')
  expect([hint.hidden, confirm().disabled]).toEqual([true, true])
  field('phone').dispatchEvent(new Event('change', { bubbles: true }))
  expect([hint.hidden, field('phone').getAttribute('aria-invalid')]).toEqual([false, 'true'])
  expect(hint.textContent).toContain('8 dígitos')
  await submit()
  expect(identify).not.toHaveBeenCalled()
  fill('phone', '9 1234 5678')
  expect([hint.hidden, field('phone').getAttribute('aria-invalid')]).toEqual([true, null])
  expect(confirm().disabled).toBe(false)
})

test('once all three fields are filled it can be confirmed, thanks by the first name, remembers the visitor, and closes', async () => {
  open()
  expect(document.activeElement).toBe(field('full_name'))
  fillAll()
  fill('description', '   ')
  expect(confirm().disabled).toBe(true)
  fill('description', 'Expo Frío')
  await submit()
  expect(identifyBody.parse(identify.mock.calls[0]?.[0])).toEqual({
    full_name: 'Camila Soto',
    phone: '+56 9 6612 4412',
    description: 'Expo Frío',
  })
  expect(part('thanks').textContent).toBe('¡Gracias, Camila!')
  expect(name).toBe('Camila Soto')
  await clock.turn(2_000)
  expect(dialog().open).toBe(false)
  open()
  expect([field('phone').value, confirm().disabled]).toEqual(['', true])
})

testTable([
  ['No pudimos enviar tus datos.', { status: 503 }],
  ['No pudimos enviar tus datos.', { status: 409, detail: 'Este identificador ya se usó.' }],
  ['Máximo 40 caracteres.', { status: 422, detail: 'Máximo 40 caracteres.' }],
])(
  'a failure keeps the form, shows in one line what the server says of a field, and can be retried',
  async (text, answer) => {
    name = undefined
    identify.mockResolvedValueOnce(answer)
    open()
    fillAll()
    await submit()
    expect([part('failed').hidden, part('failed').textContent]).toEqual([false, `${text} Reintentar`])
    expect([field('phone').value, name]).toEqual(['+56 9 6612 4412', undefined])
    await submit()
    expect(part('failed').hidden).toBe(true)
    expect(part('thanks').textContent).toBe('¡Gracias, Camila!')
    dialog().close()
  },
)

test('a known visitor finds their name there', () => {
  name = 'Camila Soto'
  open()
  expect(field('full_name').value).toBe('Camila Soto')
  expect(document.activeElement).toBe(field('phone'))
})

test('in an old browser without dialogs there is no button that does nothing', () => {
  openPage()
  expect(opener().isConnected).toBe(true)
  Object.defineProperty(dialog(), 'showModal', { value: undefined })
  watchIdentifyDialog(document, { clock, identify, name: () => name, rename: () => undefined })
  expect(document.querySelector('[data-opens=identify]')).toBeNull()
})

test('sending the same name again is the same event, and sending another one is another', async () => {
  const camila = { full_name: 'Camila Soto', phone: '+56 9 6612 4412', description: 'Expo Frío' }
  const sent: { address: string; body: { event_id?: string | undefined } }[] = []
  const identifyBy = createIdentify(
    (address, body) => {
      sent.push({ address, body: identifyBody.parse(body) })
      return Promise.resolve({ status: 503 })
    },
    () => visit,
  )
  for (const identity of [camila, { ...camila }, { ...camila, phone: '+56 9 1111 1111' }])
    await identifyBy(identity)
  const ids = sent.map(({ body }) => body.event_id)
  expect(ids[0]).toBe(ids[1])
  expect(ids[2]).not.toBe(ids[0])
  expect(sent[0]).toMatchObject({
    address: `/api/public/identify/${visit.profileId}`,
    body: { ...camila, visit_id: visit.visitId, visitor_id: visit.visitorId, source: 'nfc' },
  })
})

const line = () => getElement('[data-visitor]')
const forget = () => getElement('[data-visitor-forget]')
const watch = () => watchKnownVisitor(document, { name: () => name, rename: (next) => (name = next) })

test('a visitor known from before is thanked as the page opens, and so is one that the form names, who is asked for nothing', () => {
  watch()
  getElement('[data-offer]').hidden = false
  expect(line().hidden).toBe(true)
  name = 'Camila Soto'
  watch().rename('Bruno Díaz')
  expect([line().hidden, getElement('[data-visitor-thanks]').textContent]).toEqual([
    false,
    '¡Gracias, Bruno!',
  ])
  expect(getElement('[data-offer]').hidden).toBe(true)
  expect([name, forget().textContent]).toEqual(['Bruno Díaz', 'No soy Bruno'])
})

test('another person denies it: name and form are emptied, and the focus goes to the button that asks', () => {
  name = 'Camila Soto'
  watch()
  field('full_name').value = 'Camila Soto'
  forget().click()
  expect([name, line().hidden, field('full_name').value]).toEqual([undefined, true, ''])
  expect(document.activeElement).toBe(opener())
})
