import type { Insight } from '@app/contracts/analytics.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { antonia, signedIn } from '../../../testing/fixtures.ts'
import { refused } from '../../../testing/refused.ts'
import { fakeApi, press, showAt } from '../../../testing/screen.tsx'
import { InsightsPanel, insightDays } from './InsightsPanel.tsx'

const api = fakeApi()
const INSIGHTS = '*/api/figures/:profileId/insights'
const insights: readonly Insight[] = [
  {
    icon: 'trending-up',
    title: 'Tus visitas suben',
    description: 'Desde el 2 de noviembre recibes 41 visitas por día; antes eran 23.',
    priority: 'high',
    action: 'Repite lo que hiciste esa semana',
  },
  {
    icon: 'award',
    title: 'LinkedIn destaca entre tus enlaces',
    description: 'LinkedIn tuvo 60,0% de tus clics.',
    priority: 'low',
    action: 'Responde primero por LinkedIn',
  },
  {
    icon: 'mouse-pointer-click',
    title: 'Pocas visitas terminan en un clic',
    description: 'El 20,0% pulsa un enlace.',
    priority: 'medium',
    action: 'Sube tu foto',
  },
]
const answering = (body: readonly Insight[]) => api.use(http.get(INSIGHTS, () => HttpResponse.json(body)))
const show = () =>
  showAt('/dashboard?profile=p1&range=1m', <InsightsPanel profileId={antonia.id} days={17} />, signedIn)

test('without insights the panel shows that there are none, of how many days', async () => {
  answering([])
  show()
  await screen.findByText('No hay insights disponibles')
  expect(screen.getAllByText('Reglas + datos de 17 días')).toHaveLength(1)
})

test('each insight has its priority, its evidence, its action and the link to it, which keeps profile and range', async () => {
  answering(insights)
  show()
  const items = await screen.findAllByRole('listitem')
  expect(items.map((item) => within(item).getByRole('heading').textContent)).toEqual(
    insights.map(({ title }) => title),
  )
  for (const [at, priority] of ['Alta', 'Baja', 'Media'].entries())
    expect(items[at]?.querySelector('summary')?.textContent).toContain(`Prioridad ${priority}`)
  expect(items[0]?.textContent).toContain('Desde el 2 de noviembre recibes 41 visitas por día')
  expect(items[0]?.textContent).toContain('Repite lo que hiciste esa semana')
  const links = screen.getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Compartir mi perfil', '/dashboard?profile=p1&range=1m&tab=profiles'],
    ['Revisar mis enlaces', '/dashboard?profile=p1&range=1m&tab=profile'],
    ['Editar mi perfil', '/dashboard?profile=p1&range=1m&tab=profile'],
  ])
})

test('insights that cannot be loaded can be requested again', async () => {
  api.takes(
    'get',
    INSIGHTS,
    () => refused('unavailable'),
    () => HttpResponse.json(insights),
  )
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('No pudimos cargar los insights.')
  await press('Reintentar')
  await screen.findByText('LinkedIn destaca entre tus enlaces')
})

test.each([
  ['2026-11-18', 2],
  ['2026-11-20', 0],
  ['2026-11-21', 0],
  ['2024-01-01', LIMITS.insightDays],
  [null, 0],
])('with traffic since %s the rules read %i full days', (traffic_since, days) => {
  expect(insightDays({ to: '2026-11-20', traffic_since })).toBe(days)
})
