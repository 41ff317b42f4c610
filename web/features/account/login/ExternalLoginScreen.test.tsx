// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { owner, session, sessionOf } from '../../../testing/fixtures.ts'
import { fakeApi, showAt } from '../../../testing/screen.tsx'
import { ExternalLoginScreen } from './ExternalLoginScreen.tsx'

const api = fakeApi()

test('a session id is exchanged once, also where effects run twice', async () => {
  const onSignedIn = vi.fn()
  let calls = 0
  api.use(
    http.post('*/api/auth/emergent-login', () => {
      calls += 1
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
  await waitFor(() => expect(onSignedIn).toHaveBeenCalled())
  await delay(30)
  expect(calls).toBe(1)
  expect(onSignedIn).toHaveBeenCalledOnce()
})
