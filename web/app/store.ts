import { combineSlices, configureStore, createListenerMiddleware, isAnyOf } from '@reduxjs/toolkit'
import { api } from './api.ts'
import { saveSession } from './session-storage.ts'
import { sessionEnded, sessionFound, sessionReducer, sessionStarted, type SignedIn } from './session.ts'

const reducer = combineSlices({ session: sessionReducer, [api.reducerPath]: api.reducer })

export function createStore(signedIn: SignedIn | null) {
  const listener = createListenerMiddleware()
  const store = configureStore({
    reducer,
    preloadedState: { session: { signedIn } },
    middleware: (standard) => standard().prepend(listener.middleware).concat(api.middleware),
  })
  // What one person was shown must not wait in memory for the next.
  listener.startListening({
    matcher: isAnyOf(sessionStarted, sessionEnded, sessionFound),
    effect: (action) => {
      if (!sessionFound.match(action)) saveSession(store.getState().session.signedIn)
      store.dispatch(api.util.resetApiState())
    },
  })
  return store
}

export type AppStore = ReturnType<typeof createStore>
