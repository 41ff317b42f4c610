// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { createGate } from '../../../../tests/support/gate.ts'
import { owner, session, sessionOf } from '../../../testing/fixtures.ts'
import { fakeApi, showAt } from '../../../testing/screen.tsx'
import { ExternalLoginScreen } from './ExternalLoginScreen.tsx'

const api = fakeApi()

test('a session id is exchanged once, also where effects run twice', async () => {
  const onSignedIn = vi.fn()
  let calls = 0
  const gate = createGate()
  api.use(
    http.get('*/api/later', () => HttpResponse.json({})),
    http.post('*/api/auth/emergent-login', async () => {
      calls += 1
      await gate.opened
      return HttpResponse.json({
        ...sessionOf(owner),
        session_token: session.access_token,
        activation_message: null,
      })
    }),
  )
  showAt('/profile', <ExternalLoginScreen hash="#session_id=abc" onSignedIn={onSignedIn} />, null, {
    strict: true,
  })
  await waitFor(() => expect(calls).toBeGreaterThan(0))
  // A second exchange would have come before a call that is made only now.
  await fetch('http://localhost/api/later')
  expect(calls).toBe(1)
  gate.open()
  await waitFor(() => expect(onSignedIn).toHaveBeenCalled())
  expect(onSignedIn).toHaveBeenCalledOnce()
})
