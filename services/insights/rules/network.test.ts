import { expect, test } from 'vitest'
import { COMMON, materialOf } from '../testing/series.ts'
import { steadyDays, type SteadyDay } from '../testing/steady.ts'
import { network } from './network.ts'

const RECENT = 91 - 28
const all = (clicks: number) => Object.fromEntries(COMMON.map((one) => [one, clicks]))
const found = (
  networks: (index: number) => NonNullable<SteadyDay['networks']>,
  days?: number,
  hidden: readonly 'facebook'[] = [],
) =>
  network(
    materialOf(
      steadyDays((index) => ({ visits: 30, networks: networks(index) }), days),
      hidden,
    ),
  )

test('a network above its even share is reported with its clicks', () => {
  expect(found(() => ({ ...all(2), whatsapp: 10 }))).toMatchObject({
    icon: 'award',
    costs: false,
    title: 'WhatsApp destaca entre tus enlaces',
    description:
      'WhatsApp tuvo 50% de tus clics: 280 de 560 en los últimos 28 días; repartidos por igual entre tus 6 enlaces sería 17%.',
  })
})

test('a network below half of its even share is reported as a cost', () => {
  expect(found((index) => ({ ...all(4), facebook: index % 7 === 0 ? 1 : 0 }))).toMatchObject({
    icon: 'unlink',
    costs: true,
    title: 'Facebook recibe pocos clics',
  })
})

test('a link without earlier clicks is not reported as lagging, because it may be new', () => {
  expect(found(() => ({ ...all(4), facebook: 0 }))).toBeUndefined()
})

test('a hidden network is not named, and its old clicks do not count', () => {
  expect(found(() => ({ ...all(4), facebook: 40 }), 91, ['facebook'])).toBeUndefined()
  const finding = found(() => ({ ...all(2), whatsapp: 10, facebook: 40 }), 91, ['facebook'])
  expect(finding?.description).toContain('280 de 504')
})

test('a change is preferred to a standing fact', () => {
  const finding = found((index) => ({ ...all(2), email: 30, whatsapp: index >= RECENT ? 30 : 10 }))
  expect(finding).toMatchObject({ icon: 'award', title: 'WhatsApp gana terreno' })
  expect(finding?.description).toContain('en los 28 anteriores tuvo 21%')
})

test('a falling share of a network is reported as such', () => {
  const finding = found((index) => ({ ...all(3), whatsapp: index >= RECENT ? 3 : 20 }))
  expect(finding).toMatchObject({ icon: 'unlink', title: 'WhatsApp pierde terreno', costs: true })
})

test("one person's burst of clicks is not reported", () => {
  expect(found((index) => (index === 80 ? { ...all(1), website: 90 } : all(1)))).toBeUndefined()
})

test('a single link is not compared', () => {
  const { days, peers } = materialOf(steadyDays(() => ({ networks: { email: 20 } })))
  const shown = {
    email: true,
    whatsapp: false,
    linkedin: false,
    instagram: false,
    facebook: false,
    website: false,
    custom: false,
  }
  expect(network({ days, peers, shown, customTitle: '', hasPhoto: true })).toBeUndefined()
})

test('the custom link is named by its owner’s title, in quotes', () => {
  const findingFor = (customTitle: string) => {
    const material = materialOf(steadyDays(() => ({ visits: 30, networks: { ...all(2), custom: 20 } })))
    return network({ ...material, shown: { ...material.shown, custom: true }, customTitle })
  }
  expect(findingFor('Agenda una reunión')).toMatchObject({
    title: '«Agenda una reunión» destaca entre tus enlaces',
    action: 'Ten al día lo que se ve al abrir tu enlace «Agenda una reunión».',
  })
  expect(findingFor('')).toMatchObject({
    title: 'Enlace propio destaca entre tus enlaces',
    action: 'Ten al día lo que se ve al abrir tu enlace propio.',
  })
})

test.each([
  ['27 days', () => ({ ...all(2), whatsapp: 20 }), 27],
  ['49 clicks', (index: number) => (index % 4 === 0 ? { whatsapp: 7 } : {}), 91],
])('%s are too few', (_what, networks, days) => {
  expect(found(networks, days)).toBeUndefined()
})
