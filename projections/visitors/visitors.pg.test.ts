import { expect, test } from 'vitest'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { erased, useReadSide, type Given } from '../testing/read-side.ts'
import { ANA, BEA, DEMO, clicked, downloaded, tapped } from '../testing/traffic-story.ts'
import { trafficProjection } from '../traffic/projection.ts'
import { visitorsModel } from './read-model.ts'
import { leftByVisitor } from './queries.ts'
import { listIdentifiedVisitors, type IdentifiedVisitor } from './queries.ts'

const MORNING = '2026-11-20T10:00:00.000Z'
const EVENING = '2026-11-20T20:00:00.000Z'
const CARLA = '0a0a0a0a-0000-4000-8000-000000000003'
const identified = (visitor: string, name: string, at: string): Given => {
  const click = clicked({ visitor, at })
  const { network: _, ...data } = click.data
  return {
    ...click,
    type: 'VisitorIdentified',
    keyRef: `visitor-${DEMO}.${visitor}`,
    data: {
      ...data,
      fullName: name,
      phone: '+56912345678',
      description: 'feria',
      consent: 'v1',
    },
  }
}
const named = (given: Given, visitor: string, name: string): Given => ({
  ...given,
  keyRef: `visitor-${DEMO}.${visitor}`,
  data: { ...given.data, visitorName: name },
})

const nameIn = ({ texts }: IdentifiedVisitor) => texts[0]?.fullName ?? texts[0]?.visitorName

const side = useReadSide()

async function listed(limit = 10) {
  await side.project(visitorsModel)
  await side.project(trafficProjection)
  const days = { from: '2026-11-01', to: '2026-11-30' }
  const ofDays = await listIdentifiedVisitors(side.sealedRows(), { profileId: DEMO, limit, days })
  // All of it happened within these days.
  expect(await listIdentifiedVisitors(side.sealedRows(), { profileId: DEMO, limit, days: null })).toEqual(
    ofDays,
  )
  return ofDays
}

test('a visitor’s texts stay encrypted in the read model, beside their actions [PRIV-1]', async () => {
  await side.given(
    identified(ANA, 'Ana Rivas Soto', MORNING),
    clicked({ visitor: ANA, at: MORNING }),
    clicked({ visitor: ANA, at: EVENING }),
    downloaded({ visitor: ANA, at: EVENING }),
    clicked({ visitor: ANA, at: EVENING, userAgent: 'curl/8' }),
    // Nobody who never gave a name is listed.
    clicked({ visitor: BEA, at: MORNING }),
  )
  const { visitors, total } = await listed()
  expect(total).toBe(1)
  expect(visitors).toMatchObject([
    {
      clicks: 2,
      downloaded: true,
      texts: [{ fullName: 'Ana Rivas Soto', phone: '+56912345678', description: 'feria' }],
      isBlocked: false,
    },
  ])
  const rows = await side.rows(
    'select v, f from read.identified_visitors v join read.visitor_forms f using (key)',
  )
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toMatch(/Rivas|56912345678|feria/)
})

test('the last text of a visitor wins, however late it arrives', async () => {
  await side.given(identified(ANA, 'Ana R.', EVENING), identified(ANA, 'Ana', MORNING))
  expect((await listed()).visitors).toMatchObject([{ texts: [{ fullName: 'Ana R.' }] }])
})

test('the text of the form comes before a name that came with a click', async () => {
  await side.given(named(clicked({ visitor: ANA, at: MORNING }), ANA, 'Anita'))
  expect((await listed()).visitors).toMatchObject([{ texts: [{ visitorName: 'Anita' }] }])
  await side.given(identified(ANA, 'Ana Rivas', MORNING))
  expect((await listed()).visitors).toMatchObject([
    { texts: [{ fullName: 'Ana Rivas' }, { visitorName: 'Anita' }] },
  ])
})

test('the latest are listed first, and the total counts all', async () => {
  await side.given(identified(ANA, 'Ana', MORNING), identified(BEA, 'Bea', EVENING))
  const { visitors, total } = await listed(1)
  expect(visitors.map(nameIn)).toEqual(['Bea'])
  expect(total).toBe(2)
})

async function leftBy(visitorId: string, max = 10) {
  await side.project(visitorsModel)
  await side.project(trafficProjection)
  return leftByVisitor(side.sealedRows(), { profileId: DEMO, visitorId, momentsMax: max, formsMax: max })
}

test('a visitor finds every form and action of theirs, the newest first', async () => {
  await side.given(
    tapped({ visitor: ANA, at: MORNING }),
    identified(ANA, 'Ana', MORNING),
    identified(BEA, 'Bea', MORNING),
    clicked({ visitor: ANA, at: '2026-11-20T15:00:00.000Z' }),
    identified(ANA, 'Ana R.', EVENING),
    downloaded({ visitor: ANA, at: EVENING }),
  )
  const left = await leftBy(ANA)
  expect(left).toMatchObject({
    forms: [{ fields: { fullName: 'Ana R.' }, consent: 'v1' }, { fields: { fullName: 'Ana' } }],
    formsTotal: 2,
    named: null,
    moments: [{ kind: 'download' }, { kind: 'click', network: 'whatsapp' }, { kind: 'tap' }],
    momentsTotal: 3,
  })
  const bounded = await leftBy(ANA, 1)
  expect([bounded.forms.length, bounded.formsTotal, bounded.moments.length, bounded.momentsTotal]).toEqual([
    1, 2, 1, 3,
  ])
})

test('an erased visitor’s id belongs to nobody until it does something again', async () => {
  await side.given(
    tapped({ visitor: ANA, at: MORNING }),
    identified(ANA, 'Ana', MORNING),
    erased(`visitor-${DEMO}.${ANA}`),
    tapped({ visitor: BEA, at: MORNING }),
  )
  const nothing = { forms: [], formsTotal: 0, named: null, isBlocked: false, moments: [], momentsTotal: 0 }
  expect(await leftBy(ANA)).toEqual(nothing)
  expect(await leftBy(CARLA)).toEqual(nothing)
  // Older by its date, and sent later.
  await side.given(clicked({ visitor: ANA, at: MORNING }), identified(ANA, 'Anita', MORNING))
  expect(await leftBy(ANA)).toMatchObject({
    forms: [{ fields: { fullName: 'Anita' } }],
    moments: [{ kind: 'click' }],
  })
  await side.given(erased(`visitor-${DEMO}.${ANA}`))
  expect(await leftBy(ANA)).toEqual(nothing)
  expect(await side.rows('select from read.visitor_forms')).toEqual([])
})

/** More than are shown, at one instant, which the visitor chooses. */
const MANY_FORMS = LIMITS.myFormsMax + 25

test('only the newest forms of a visitor are shown', async () => {
  const idOf = (n: number): string => `f0000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  await side.given(
    ...Array.from({ length: MANY_FORMS }, (_, n) => ({
      ...identified(ANA, `Ana ${n}`, EVENING),
      id: idOf(n),
    })),
    { ...identified(ANA, 'Ana, late', MORNING), id: idOf(MANY_FORMS) },
  )
  const newest = Array.from({ length: LIMITS.myFormsMax }, (_, n) => idOf(MANY_FORMS - 1 - n))
  const left = await leftBy(ANA, LIMITS.myFormsMax)
  expect([left.forms.map(({ eventId }) => eventId), left.formsTotal]).toEqual([newest, MANY_FORMS + 1])
})
