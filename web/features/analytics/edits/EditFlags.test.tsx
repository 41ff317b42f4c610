// @vitest-environment happy-dom
import type { EditMarker } from '@app/contracts/api/analytics-calls.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../../testing/fixtures.ts'
import { showAt } from '../../../testing/screen.tsx'
import { EditFlags } from './EditFlags.tsx'

const at = '2026-11-02T12:40:00.000Z'
const MARKERS: readonly EditMarker[] = [
  {
    day: '2026-11-02',
    is_own: true,
    edits: [{ what: 'photo', position: '17309', at }],
    effect: { clicks_before: 152, clicks_after: 179 },
  },
  { day: '2026-11-20', is_own: true, edits: [{ what: 'theme', position: '19402', at }], effect: null },
]
const POINTS = [{ period: '2026-11-02' }, { period: '2026-11-20' }]

beforeEach(() => {
  showAt(
    '/dashboard?tab=analytics&range=1m&version=3',
    <EditFlags
      profileId="p1"
      markers={MARKERS}
      points={POINTS}
      frame={{ first: 10, last: 300, base: 200 }}
    />,
    signedIn,
  )
})

afterEach(cleanup)

test('a flag opens by keyboard what changed, both periods, and the way to the change', async () => {
  const [flag] = screen.getAllByRole('button')
  expect(flag?.getAttribute('aria-label')).toBe('Lunes 02-11-2026: cambiaste la foto: +18 % clics en 14 días')
  flag?.focus()
  await userEvent.keyboard('{Enter}')
  const note = within(await screen.findByRole('dialog', { name: 'Qué cambió' }))
  note.getByText('cambiaste la foto: +18 % clics en 14 días')
  note.getByText('antes/después, no causal')
  expect(note.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    '14 días antes',
    '14 días después',
  ])
  expect(note.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['152', '179'])
  const address = new URL(
    note.getByRole('link', { name: 'Ver el cambio' }).getAttribute('href') ?? '',
    'http://x',
  )
  expect(Object.fromEntries(address.searchParams)).toEqual({ tab: 'history', range: '1m', profile: 'p1', at })
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(flag)
})

test('while it is too early a flag says only what was changed', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Viernes 20-11-2026: cambiaste el tema' }))
  const note = within(await screen.findByRole('dialog'))
  note.getByText('cambiaste el tema')
  expect(note.queryByText('antes/después, no causal')).toBeNull()
  expect(note.queryByRole('term')).toBeNull()
})
