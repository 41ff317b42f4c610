import { cleanup, configure, render } from '@testing-library/react'
import { setupServer } from 'msw/node'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { createStore } from '../app/store.ts'
import type { SignedIn } from '../app/session.ts'

// A busy machine loads chunks and answers slowly; a test that fails waits longer, one that passes does not.
configure({ asyncUtilTimeout: 8_000 })

/** A fake api for the tests of one file; a call that no test expects is an error. */
export function fakeApi() {
  const server = setupServer()
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => {
    cleanup()
    localStorage.clear()
    server.resetHandlers()
  })
  afterAll(() => server.close())
  return server
}

const Address = () => {
  const { pathname, search } = useLocation()
  return <output aria-label="dirección">{pathname + search}</output>
}

/** Shows a part of the client at an address, as somebody or nobody. */
export function showAt(address: string, part: ReactNode, signedIn: SignedIn | null = null) {
  const store = createStore(signedIn)
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[address]}>
        {part}
        <Address />
      </MemoryRouter>
    </Provider>,
  )
  return store
}

export const address = (): string | null => document.querySelector('output')?.textContent ?? null
