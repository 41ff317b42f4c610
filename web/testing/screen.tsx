import { render } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { createMemoryRouter, type InitialEntry, RouterProvider, useLocation } from 'react-router-dom'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { createStore } from '../app/store.ts'
import type { SignedIn } from '../app/session/session-slice.ts'
import { Messages } from '../ui/notices/Messages.tsx'

/** A fake api for the tests of one file; a call that no test expects is an error. */
export function fakeApi() {
  // A call without an answer looks whether the server is there at all.
  const server = setupServer(http.head('*/healthz', () => HttpResponse.error()))
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())
  return server
}

const Address = () => {
  const { pathname, search, hash } = useLocation()
  return <samp aria-label="dirección">{pathname + search + hash}</samp>
}

/**
 * Shows a part of the client at an address, as somebody or nobody.
 * @param strict effects run twice, as they do in development
 */
export function showAt(
  address: InitialEntry,
  part: ReactNode,
  signedIn: SignedIn | null = null,
  { strict = false } = {},
) {
  const store = createStore(signedIn)
  const element = (
    <>
      {part}
      <Address />
    </>
  )
  render(
    <Provider store={store}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element }], { initialEntries: [address] })} />
    </Provider>,
    // Further down, React would not run the effects of a first render twice.
    { reactStrictMode: strict },
  )
  return store
}

/** A part of the dashboard, which says its messages in the shell. */
export const showPartAt = (address: InitialEntry, part: ReactNode, signedIn: SignedIn | null = null) =>
  showAt(address, <Messages>{part}</Messages>, signedIn)

export const address = (): string | null => document.querySelector('samp')?.textContent ?? null
