import { DEFINITIONS } from '@app/contracts/traffic/definitions.ts'
import { expect, test } from 'vitest'
import { analytics } from '../../../testing/fixtures.ts'
import { countLabel } from '../../../ui/wording/figures.ts'
import { kpiNotes, sharedNotes } from './kpi-notes.ts'

const data = {
  ...analytics,
  profile_since: '2026-09-22',
  previous: {
    from: '2026-09-22',
    to: '2026-10-21',
    total_visits: 1224,
    unique_visitors: 800,
    social_clicks_total: 570,
    vcf_downloads: 246,
    engagement_rate: 66.2,
  },
  excluded_by_reason: { visits: { robot: 12 }, clicks: { repeat: 2, own: 1 }, downloads: {} },
}
const termsOf = (figure: Parameters<typeof kpiNotes>[1], of = data) =>
  kpiNotes(of, figure, countLabel).map(({ term }) => term)

test('the note of the visits has unique visitors, exclusions and the former period', () => {
  expect(kpiNotes(data, 'total_visits', countLabel)).toEqual([
    { term: 'Visitantes únicos: 900', text: DEFINITIONS.unique_visitors },
    { term: 'No contadas: 12 robots' },
    { term: 'Período anterior: 1.224' },
  ])
})

test('clicks and contacts list what they left out, in their own gender', () => {
  expect(termsOf('social_clicks_total')[0]).toBe('No contados: 2 repeticiones, 1 propio')
  expect(termsOf('vcf_downloads')).toEqual(['Período anterior: 246'])
})

test('what is true of several figures is said once', () => {
  expect(sharedNotes(data)).toEqual([
    { term: 'Lo que no se cuenta', text: DEFINITIONS.excluded },
    {
      term: 'Período anterior: 22-09-2026 – 21-10-2026',
      text: `${DEFINITIONS.previous} Hoy se cuenta hasta ahora; los días de antes, enteros.`,
    },
  ])
})

test('all time has nothing before it, and what left nothing out says nothing of it', () => {
  const all = { ...data, previous: null, excluded_by_reason: { visits: {}, clicks: {}, downloads: {} } }
  expect(kpiNotes(all, 'engagement_rate', countLabel)).toEqual([])
  expect(sharedNotes(all)).toEqual([])
})

test('a period before that begins before the profile is named, and no figure of it', () => {
  const younger = { ...data, profile_since: '2026-10-01' }
  expect(termsOf('vcf_downloads', younger)).toEqual([])
  expect(sharedNotes(younger)).toContainEqual({
    term: 'Sin comparación',
    text: 'El período anterior (22-09-2026 – 21-10-2026) empieza antes que el perfil, que existe desde el 01-10-2026.',
  })
})
