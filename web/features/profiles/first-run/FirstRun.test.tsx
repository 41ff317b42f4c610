// @vitest-environment happy-dom
import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { analytics, antonia, noAnalytics } from '../../../testing/fixtures.ts'
import { fakeApi, showAt } from '../../../testing/screen.tsx'
import { FirstRun } from './FirstRun.tsx'

const api = fakeApi()
const fresh: OwnProfile = { ...antonia, custom_link_title: '', visits: 0 }
const filled: OwnProfile = { ...fresh, profile_image: 'a', linkedin: 'ana' }
let figures = noAnalytics
let asked = 0

beforeEach(() => {
  figures = noAnalytics
  asked = 0
  api.use(
    http.get('*/api/figures/:id/unified', () => {
      asked += 1
      return HttpResponse.json(figures)
    }),
  )
})

const show = (profile: OwnProfile) =>
  showAt(
    '/dashboard',
    <FirstRun accountId="ana" profile={profile} editAddress={`?tab=profile&profile=${profile.id}`} />,
  )
const steps = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const looked = () => waitFor(() => expect(asked).toBe(1))

test('a new owner reads three steps, each of which leads to where it is done', async () => {
  show(fresh)
  expect(screen.getAllByRole('heading', { name: 'Deja tu tarjeta lista' })).toHaveLength(1)
  const addresses = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  const edit = `/dashboard?tab=profile&profile=${fresh.id}`
  expect(addresses).toEqual([
    ['Sube tu foto', edit],
    ['Agrega tus redes y enlaces', edit],
    ['Haz un toque de prueba', '/pages/antonia-rivas'],
  ])
  await looked()
})

test('steps tick themselves by the profile and by its visits, which are requested once', () => {
  show({ ...fresh, profile_image: 'a', visits: 3 })
  expect(steps()).toEqual([
    'Sube tu foto (listo)',
    'Agrega tus redes y enlaces',
    'Haz un toque de prueba (listo)',
  ])
  expect(asked).toBe(0)
})

test('a tap of the owner alone ticks too, though it is not counted', async () => {
  figures = { ...noAnalytics, excluded_by_reason: { visits: { own: 1 }, clicks: {}, downloads: {} } }
  show(fresh)
  await waitFor(() => expect(steps()[2]).toBe('Haz un toque de prueba (listo)'))
})

test('once all are ticked there is nothing', async () => {
  show({ ...filled, visits: 1 })
  expect(steps()).toEqual([])
  cleanup()
  figures = analytics
  show(filled)
  await looked()
  expect(steps()).toEqual([])
})

test('a profile that lacks only the tap shows the steps once its visits are loaded', async () => {
  show(filled)
  expect(steps()).toEqual([])
  await waitFor(() => expect(steps()).toHaveLength(3))
})

test('dismissed, it stays hidden on this device, and requests nothing more', async () => {
  show(fresh)
  await looked()
  await userEvent.click(screen.getByRole('button', { name: 'Ocultar estos pasos' }))
  expect(steps()).toEqual([])
  cleanup()
  show(fresh)
  expect(steps()).toEqual([])
  expect(asked).toBe(1)
})
