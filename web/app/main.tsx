import { setupListeners } from '@reduxjs/toolkit/query'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import './app.css'
import { App, DASHBOARDS, loadScreen } from './App.tsx'
import { needsActivation } from './session/login-state.ts'
import { savedSession } from './session/session-storage.ts'
import { selectSignedIn } from './session/session-slice.ts'
import { createStore, type AppStore } from './store.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

/** The ways to sign in decide where the fields stand. */
const WITH_LOGIN_METHODS = ['/login', '/register']
const WAIT_MS_MAX = 1_000

/** Resolves once the answer that decides the order of a screen's fields is there, or takes too long. */
async function loadFirstAnswers(path: string, store: AppStore): Promise<void> {
  if (DASHBOARDS.includes(path)) return loadProfiles(store)
  if (!WITH_LOGIN_METHODS.includes(path)) return
  const { loginMethods } = await import('../features/accounts/account-api.ts')
  const request = store.dispatch(loginMethods.initiate())
  const tooLong = new Promise((resolve) => setTimeout(resolve, WAIT_MS_MAX))
  await Promise.race([request, tooLong])
  request.unsubscribe()
}

/** Requests them before the dashboard is drawn, which shows their failure. */
async function loadProfiles(store: AppStore): Promise<void> {
  const signedIn = selectSignedIn(store.getState())
  if (signedIn === null || needsActivation(signedIn.user)) return
  const { myProfiles } = await import('../features/profiles/use-chosen-profile.ts')
  void store.dispatch(myProfiles.initiate(undefined, { subscribe: false }))
}

/** The document keeps what it shows until the screen can be drawn in one go. */
async function start(container: HTMLElement): Promise<void> {
  const store = createStore(savedSession(Date.now()))
  const { pathname } = window.location
  await Promise.all([loadScreen(pathname), loadFirstAnswers(pathname, store).catch(() => undefined)])
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
