import { combineSlices, configureStore, createListenerMiddleware, isAnyOf } from '@reduxjs/toolkit'
import { api } from './api.ts'
import { connectionReducer } from './connection/connection-state.ts'
import { logPositionReducer } from './log-position-slice.ts'
import { forgetLists } from './session/kept-lists.ts'
import { dropKeptQr } from './session/kept-qr.ts'
import { saveSession, updateSession } from './session/session-storage.ts'
import {
  accountDeactivated,
  accountErased,
  accountSeen,
  sessionEnded,
  sessionFound,
  sessionReducer,
  sessionRevoked,
  sessionStarted,
  type SignedIn,
} from './session/session-slice.ts'

const reducer = combineSlices({
  session: sessionReducer,
  logPosition: logPositionReducer,
  connection: connectionReducer,
  [api.reducerPath]: api.reducer,
})

export function createStore(signedIn: SignedIn | null) {
  const listener = createListenerMiddleware()
  const store = configureStore({
    reducer,
    preloadedState: { session: { signedIn, endedBy: undefined } },
    middleware: (standard) => standard().prepend(listener.middleware).concat(api.middleware),
  })
  const current = () => store.getState().session.signedIn
  // Clears the cache, so that the next account on this device never sees data of the one before.
  listener.startListening({
    matcher: isAnyOf(
      sessionStarted,
      sessionEnded,
      sessionRevoked,
      sessionFound,
      accountDeactivated,
      accountErased,
    ),
    effect: (action) => {
      if (!sessionFound.match(action)) saveSession(current())
      forgetLists()
      dropKeptQr()
      store.dispatch(api.util.resetApiState())
    },
  })
  listener.startListening({ actionCreator: accountSeen, effect: () => updateSession(current()) })
  return store
}

export type AppStore = ReturnType<typeof createStore>
