import { combineReducers, configureStore, type Middleware } from '@reduxjs/toolkit'
import { api, connectionReducer, logPositionReducer } from './api.ts'
import { accountRead, sessionFound, sessionReducer, type SignedIn } from './session/session-slice.ts'
import { dropKeptQr, saveSession, updateSession } from './session/session-storage.ts'

const reducer = combineReducers({
  session: sessionReducer,
  logPosition: logPositionReducer,
  connection: connectionReducer,
  [api.reducerPath]: api.reducer,
})

type State = ReturnType<typeof reducer>

/** Clears the cache, so that the next account on this device never sees data of the one before. */
const followSession: Middleware<object, State> = (store) => (next) => (action) => {
  const before = store.getState().session.signedIn
  const result = next(action)
  const { signedIn } = store.getState().session
  if (signedIn === before) return result
  // Another one begins for an account that was activated as well, with the same token.
  if (accountRead.match(action)) {
    updateSession(signedIn)
    return result
  }
  if (!sessionFound.match(action)) saveSession(signedIn)
  dropKeptQr()
  store.dispatch(api.util.resetApiState())
  return result
}

export const createStore = (signedIn: SignedIn | null) =>
  configureStore({
    reducer,
    preloadedState: { session: { signedIn, endedBy: undefined } },
    middleware: (standard) => standard().prepend(followSession).concat(api.middleware),
  })

export type AppStore = ReturnType<typeof createStore>
