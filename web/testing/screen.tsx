import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { createMemoryRouter, type InitialEntry, RouterProvider, useLocation } from 'react-router-dom'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { createStore } from '../app/store.ts'
import type { SignedIn } from '../app/session/session-slice.ts'
import { Toasts } from '../ui/notices/Toasts.tsx'

type Answer = () => Response | Promise<Response>

/** A fake api for the tests of one file; a call that no test expects is an error. */
export function fakeApi() {
  // A call without an answer looks whether the server is there at all.
  const server = setupServer(http.head('*/healthz', () => HttpResponse.error()))
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())

  /** Records the calls of an address. The answers come in their order, and the last one again and again. */
  function takes(method: 'get' | 'post' | 'put' | 'delete', path: string, ...answers: readonly Answer[]) {
    const requests: Request[] = []
    const searches = () => requests.map(({ url }) => new URL(url).searchParams.toString())
    const bodies: unknown[] = []
    const answer = async ({ request }: { readonly request: Request }) => {
      requests.push(request)
      const text = await request.text()
      bodies.push(text === '' ? undefined : JSON.parse(text))
      return (answers[bodies.length - 1] ?? answers.at(-1))?.()
    }
    server.use(http[method](path, answer))
    const sent = (header: string) => requests.map(({ headers }) => headers.get(header))
    return { requests, searches, bodies, sent }
  }
  return Object.assign(server, { takes })
}

const person = userEvent.setup({ delay: null })

/** The whole screen, or a part that `within` makes. */
type Part = Pick<typeof screen, 'findByRole'>

/** Presses a button, once it is there. */
export const press = async (name: string | RegExp, part: Part = screen): Promise<void> =>
  userEvent.click(await part.findByRole('button', { name }))

/**
 * Fills a field at once, as a password manager does, where the keys are not what is tested: each key draws the screen anew.
 * @param keys pressed at the end
 */
export async function enterText(field: Element, text: string, keys = ''): Promise<void> {
  await person.click(field)
  await person.paste(text)
  if (keys !== '') await person.keyboard(keys)
}

/** Replaces what a field has. */
export async function replaceText(field: Element, text: string, keys = ''): Promise<void> {
  await userEvent.clear(field)
  await enterText(field, text, keys)
}

const Address = () => {
  const { pathname, search, hash } = useLocation()
  return <samp aria-label="dirección">{pathname + search + hash}</samp>
}

let router: ReturnType<typeof createMemoryRouter>

/** As by the browser's button. */
export const goBack = (): Promise<void> => act(() => router.navigate(-1))

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
  router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] })
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
    // Further down, React would not run the effects of a first render twice.
    { reactStrictMode: strict },
  )
  return store
}

/** A part of the dashboard, which says its messages in the shell. */
export const showPartAt = (address: InitialEntry, part: ReactNode, signedIn: SignedIn | null = null) =>
  showAt(address, <Toasts>{part}</Toasts>, signedIn)

export const address = (): string | null => document.querySelector('samp')?.textContent ?? null

export const textsOf = (elements: readonly Element[]): readonly string[] =>
  elements.map(({ textContent }) => textContent)

/** Finds the innermost element that has the whole text, be it in several parts. */
export const wholeText =
  (text: string) =>
  (_own: string, element: Element | null): boolean =>
    element?.textContent === text && [...element.children].every((child) => child.textContent !== text)
