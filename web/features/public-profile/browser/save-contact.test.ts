// @vitest-environment happy-dom
import { getVcf } from '@app/contracts/api/public.ts'
import { beforeEach, expect, test } from 'vitest'
import { openPage, part } from './opened-page.ts'
import { watchSaveContact } from './save-contact.ts'
import { turnedClock, type TurnedClock } from './turned-clock.ts'
import type { Visit } from './visit.ts'

const visit: Visit = {
  profileId: '0199a1b2-0000-4000-8000-000000000001',
  slug: 'antonia',
  visitId: '0199a1b2-0000-4000-8000-000000000002',
  visitorId: '0199a1b2-0000-4000-8000-000000000003',
  source: 'nfc',
  referrer: undefined,
}
let clock: TurnedClock
const link = () => part<HTMLAnchorElement>('#guardar')
const press = () => {
  link().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  return new URL(link().href, 'https://tarjeta.cl')
}

beforeEach(() => {
  openPage()
  clock = turnedClock()
  watchSaveContact(
    document,
    clock,
    () => visit,
    () => 'Camila Soto',
  )
})

test('the file is asked for with the ids of the visit', () => {
  const { pathname, searchParams } = press()
  expect(pathname).toBe('/api/profile/antonia/vcf')
  expect(getVcf.query.parse(Object.fromEntries(searchParams))).toMatchObject({
    v: visit.visitId,
    u: visit.visitorId,
    s: 'nfc',
    visitor_name: 'Camila Soto',
  })
})

test('each press is an event of its own', () => {
  const [one, other] = [press(), press()]
  expect(one.searchParams.get('e')).not.toBe(other.searchParams.get('e'))
  expect(other.searchParams.getAll('e')).toHaveLength(1)
})

test('the button says for three seconds that the contact is saved', async () => {
  press()
  expect(link().textContent).toBe('Contacto guardado')
  expect(part('[data-save-status]').textContent).toBe('Contacto guardado')
  await clock.turn(2_000)
  press()
  await clock.turn(2_999)
  expect(link().textContent).toBe('Contacto guardado')
  await clock.turn(1)
  expect(link().textContent).toBe('Guardar contacto')
})
