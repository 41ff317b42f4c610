import { expect, test } from 'vitest'
import { filterIn, filterParams, isEntityId } from './history-filter.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const NONE = { entity: '', type: '', correlation: '', from: '', to: '' }

test('an address holds type, days, an entity’s id and a correlation', () => {
  const search = `?tab=historial&type=ProfileEdited&from=2026-11-19&to=2026-11-20&entity=profile-${ID}&correlation=${ID}`
  expect(filterIn(search)).toEqual({
    entity: `profile-${ID}`,
    type: 'ProfileEdited',
    correlation: ID,
    from: '2026-11-19',
    to: '2026-11-20',
  })
})

test('what an address makes up is no filter, and neither are names and e-mails', () => {
  expect(filterIn('?type=Nada&from=ayer&to=1&correlation=x&entity=ana@correo.example&person=Ana')).toEqual(
    NONE,
  )
  expect(filterIn('')).toEqual(NONE)
})

test.each([
  [`account-${ID}`, true],
  ['log', true],
  [`visit-${ID}`, false],
  ['antonia-rivas', false],
])('%s is an entity by its id: %s', (entity, is) => {
  expect(isEntityId(entity)).toBe(is)
})

test('a call names only what narrows the list', () => {
  expect(filterParams({ ...NONE, person: 'ana', type: 'SignedIn' })).toEqual({
    person: 'ana',
    type: 'SignedIn',
  })
})
