import { insight, type Insight } from '@app/contracts/analytics.ts'
import { NETWORKS } from '@app/contracts/traffic/kinds.ts'
import { createRandom } from '../../product/generator/random.ts'
import { expect, test } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'
import { againstShare, type Material } from './evidence.ts'
import { insightsOf, isFinding } from './insights.ts'
import { inClock, inPercent, inWhole } from './rules.ts'
import { DAYS, materialOf, anyMaterial, steadyDays, type SteadyDay } from './testing/series.ts'

const seed = Number(process.env['TEST_SEED'])
const RECENT = DAYS - 28

const finding = { observed: 70, expected: 40, error: 10, facts: 30, least: 1.2, costs: false }
testTable([
  ['three errors away', {}, true],
  ['less than three errors away', { error: 10.1 }, false],
  ['on fewer than thirty facts', { facts: 29 }, false],
  ['as large as is worth saying', { least: 1.75 }, true],
  ['smaller than is worth saying', { least: 1.76 }, false],
  ['below', { observed: 10, least: 0.5 }, true],
  ['above where below is meant', { least: 0.5 }, false],
  ['without any error', { error: 0 }, false],
] as const)(
  'what is far, large and on enough facts is a finding, and nothing else [FIG-16]',
  (_what, more, isOne) => {
    const said = { icon: 'clock', title: '', description: '', action: '' } as const
    expect(isFinding({ ...finding, ...more, insight: said })).toBe(isOne)
  },
)

test('days that differ widen the error beyond that of independent events', () => {
  const even = Array.from({ length: 28 }, () => ({ count: 2, of: 10 }))
  const wild = even.map(({ of }, nth) => ({ count: nth % 4 === 0 ? 8 : 0, of }))
  const [calm, bursts] = [againstShare(even, 0.2), againstShare(wild, 0.2)]
  expect(calm).toMatchObject({ observed: 56, expected: 56, error: Math.sqrt(280 * 0.2 * 0.8) })
  expect(bursts).toMatchObject({ observed: 56, expected: 56 })
  expect(bursts.error).toBeCloseTo(Math.sqrt((28 * (7 * 36 + 21 * 4)) / 27), 9)
})

const BUSY_NOON = Array.from({ length: 24 }, (_none, hour) => (hour >= 12 && hour < 15 ? 5 : 1))
const EVEN = { email: 4, whatsapp: 4, linkedin: 4, instagram: 4, facebook: 4 }
const falling = (index: number): SteadyDay => ({ visits: index < RECENT ? 40 : 20, engaged: 9 })
const rate =
  (before: number, now: number) =>
  (index: number): SteadyDay => ({
    visits: 20,
    engaged: index < RECENT ? before : now,
  })
const OWN = { shown: materialOf([], NETWORKS).shown, customTitle: 'Mi libro' }

testTable<
  readonly [
    Insight['icon'],
    (index: number) => SteadyDay,
    Partial<Insight> | undefined,
    Partial<Material>?,
    number?,
  ]
>([
  [
    'trending-down',
    falling,
    {
      priority: 'high',
      title: 'Tus visitas bajaron 50,0%',
      description: 'Tus visitas bajaron 50,0%: 560 en los últimos 28 días, 1.120 en los 28 anteriores.',
      action: 'Pon tu QR en la firma de tus correos y vuelve a compartir tu enlace.',
    },
  ],
  ['trending-down', falling, undefined, {}, 55],
  // One extreme day is no rise.
  ['trending-up', (index) => ({ visits: index === 80 ? 400 : 10 }), undefined],
  // Less than a third lost is medium; a gain is low, and medium from twice the expected value.
  ['trending-down', (index) => ({ visits: index < RECENT ? 40 : 30, engaged: 9 }), { priority: 'medium' }],
  ['trending-up', (index) => ({ visits: index < RECENT ? 40 : 50, engaged: 10 }), { priority: 'low' }],
  ['trending-up', (index) => ({ visits: index < RECENT ? 40 : 90, engaged: 22 }), { priority: 'medium' }],
  [
    'clock',
    () => ({ hours: BUSY_NOON }),
    {
      title: 'Tu mejor horario: 12:00 a 15:00',
      description:
        'Entre las 12:00 y las 15:00 recibes 41,7% de tus visitas: 1.365 de 3.276 en los últimos 91 días.',
    },
  ],
  ['clock', (index) => ({ hours: BUSY_NOON.map((visits) => (index === 50 ? visits * 50 : 1)) }), undefined],
  [
    'award',
    () => ({ networks: { ...EVEN, whatsapp: 18 } }),
    {
      title: 'WhatsApp destaca entre tus enlaces',
      description:
        'WhatsApp tuvo 52,9% de tus clics: 504 de 952 en los últimos 28 días; repartidos por igual entre tus 6 enlaces sería 16,7%.',
    },
  ],
  [
    'award',
    () => ({ networks: { email: 2, custom: 30 } }),
    {
      title: '«Mi libro» destaca entre tus enlaces',
      action: 'Ten al día lo que se ve al abrir tu enlace «Mi libro».',
    },
    OWN,
  ],
  ['award', () => ({ networks: { ...EVEN, whatsapp: 40 } }), undefined, {}, 27],
  // A link without earlier clicks may be new.
  ['unlink', () => ({ networks: EVEN }), undefined],
  [
    'unlink',
    (index) => ({ networks: { ...EVEN, website: index < RECENT ? 4 : 0 } }),
    { title: 'Sitio Web recibe pocos clics', priority: 'high' },
  ],
  [
    'mouse-pointer-click',
    rate(8, 4),
    {
      title: 'Menos visitas terminan en un clic',
      description:
        'El 20,0% de quienes te visitan en un día pulsa un enlace o guarda tu contacto: 112 de 560 en los últimos 28 días; en los 63 anteriores era 40,0%.',
    },
  ],
  ['mouse-pointer-click', rate(4, 8), undefined],
  ['mouse-pointer-click', (index) => ({ visits: 20, engaged: index % 10 === 0 ? 1 : 2 }), undefined],
  [
    'mouse-pointer-click',
    (index) => ({ visits: 20, engaged: index % 2 }),
    {
      title: 'Pocas visitas terminan en un clic',
      priority: 'high',
      action: 'Sube tu foto y di en tu descripción qué ofreces y por dónde te pueden escribir.',
    },
    { hasPhoto: false },
    28,
  ],
])(
  'each rule says what it finds, how large it is and what to do',
  (icon, dayOf, said, more = {}, length = DAYS) => {
    const found = insightsOf({ ...materialOf(steadyDays(dayOf, length)), ...more })
    const one = found.find((other) => other.icon === icon)
    if (said === undefined) expect(one).toBeUndefined()
    else expect(one).toMatchObject(said)
  },
)

testTable([
  [[]],
  [steadyDays(() => ({ visits: 500 }), 1)],
  [steadyDays((index) => ({ visits: index * 10 }), 10)],
  [steadyDays(() => ({}))],
  [
    steadyDays(() => ({
      visits: 24,
      engaged: 6,
      networks: Object.fromEntries(NETWORKS.map((network) => [network, 1])),
    })),
  ],
])('no days, few, empty and identical ones yield no insight', (days) =>
  expect(insightsOf(materialOf(days))).toEqual([]),
)

/** All effects: visits halve, noon and a network stand out, nobody clicks. */
const eventful = materialOf(
  steadyDays((index) => ({
    visits: index < RECENT ? 40 : 20,
    engaged: index < RECENT ? 13 : 2,
    networks: { email: 2, whatsapp: 9, linkedin: 2 },
    hours: BUSY_NOON,
  })),
  ['email', 'whatsapp', 'linkedin', 'facebook', 'website'],
)

test('insights are three at most, by descending effect, each of another rule', () => {
  expect(insightsOf(eventful).map(({ icon }) => icon)).toEqual(['award', 'mouse-pointer-click', 'clock'])
})

test('insights of large figures fit the contract, and are well worded', () => {
  const days = eventful.days.map((day) => ({
    ...day,
    visits: day.visits * 50_000,
    hours: day.hours.map(() => 0),
  }))
  for (const one of [eventful, { ...eventful, days }].flatMap((material) => insightsOf(material))) {
    expect(insight.parse(one)).toEqual(one)
    expect(one.title.length).toBeLessThanOrEqual(45)
    expect(Object.values(one).join(' ')).not.toMatch(/NaN|undefined|null|Infinity|∞/)
    expect(one.description).toMatch(/\d/)
  }
})

test('numbers and hours are written as in Chile', () => {
  expect([inWhole(1234.4), inPercent(0.384), inPercent(0.1234)]).toEqual(['1.234', '38,4%', '12,3%'])
  expect([inClock(9), inClock(24)]).toEqual(['09:00', '24:00'])
})

longTest('at most 5 % of 1,000 profiles without an effect get an insight [FIG-16]', () => {
  const found = Array.from({ length: 1_000 }, (_none, n) => insightsOf(anyMaterial(createRandom(seed + n))))
  const yielding = found.filter((insights) => insights.length > 0).length
  console.info(`profiles with an insight and no effect: ${yielding} of 1,000`)
  expect(yielding).toBeLessThanOrEqual(50)
})
