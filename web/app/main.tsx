import { setupListeners } from '@reduxjs/toolkit/query'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import './app.css'
import { App, DASHBOARDS, loadScreen } from './App.tsx'
import { needsActivation } from './session/login-destination.ts'
import { savedSession } from './session/session-storage.ts'
import { selectSignedIn } from './session/session-slice.ts'
import { createStore, type AppStore } from './store.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

/** The ways to sign in decide where the fields stand. */
const WITH_LOGIN_METHODS = ['/login', '/register']
const WAIT_MS_MAX = 1_000

/** Resolves once the answers are there that the first drawing of a screen needs. */
async function loadFirstAnswers(path: string, store: AppStore): Promise<void> {
  if (DASHBOARDS.includes(path)) return loadFigures(store)
  if (!WITH_LOGIN_METHODS.includes(path)) return
  const { loginMethods } = await import('../features/accounts/account-api.ts')
  const request = store.dispatch(loginMethods.initiate())
  await request
  request.unsubscribe()
}

/** Figures that start.js has put into the document are drawn again at once; all else is requested meanwhile. */
async function loadFigures(store: AppStore): Promise<void> {
  const signedIn = selectSignedIn(store.getState())
  if (signedIn === null || needsActivation(signedIn.user)) return
  const { myProfiles } = await import('../features/profiles/use-chosen-profile.ts')
  const profiles = store.dispatch(myProfiles.initiate(undefined, { subscribe: false }))
  const profileId = await window.firstFigures
  if (profileId === undefined) return
  const { unified } = (await import('../features/analytics/analytics-api.ts')).analyticsApi.endpoints
  const question = { profileId, range: 'all-time', narrowed: {} } as const
  await Promise.all([profiles, store.dispatch(unified.initiate(question, { subscribe: false }))])
}

/** The document keeps what it shows until the screen can be drawn in one go. */
async function start(container: HTMLElement): Promise<void> {
  const store = createStore(savedSession(Date.now()))
  const { pathname } = window.location
  const isLocked = DASHBOARDS.includes(pathname) && selectSignedIn(store.getState()) === null
  const first = isLocked ? '/login' : pathname
  const tooLong = new Promise((resolve) => setTimeout(resolve, WAIT_MS_MAX))
  const answers = loadFirstAnswers(first, store).catch(() => undefined)
  await Promise.all([loadScreen(first), Promise.race([answers, tooLong])])
  setupListeners(store.dispatch)
  const client = createRoot(container)
  const screen = (
    <StrictMode>
      <Provider store={store}>
        <RouterProvider router={createBrowserRouter([{ path: '*', element: <App /> }])} />
      </Provider>
    </StrictMode>
  )
  // In slices: a slow phone answers in between.
  startTransition(() => client.render(screen))
}

// start.js replaces the content if it sets this flag.
if (!('oldBrowser' in document.documentElement.dataset)) void start(root)
