import type { Session, User } from '@app/contracts/api/auth.ts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** What the browser keeps of a session, under one key. */
export interface SignedIn {
  readonly token: string
  readonly user: User
  readonly profile_url: string | null
}

export interface SessionState {
  readonly signedIn: SignedIn | null
}

const initialState: SessionState = { signedIn: null }

const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    sessionStarted: (_state, { payload }: PayloadAction<Session>): SessionState => ({
      signedIn: { token: payload.access_token, user: payload.user, profile_url: payload.profile_url },
    }),
    /** Another tab signed in or out. */
    sessionFound: (_state, { payload }: PayloadAction<SignedIn | null>): SessionState => ({
      signedIn: payload,
    }),
    sessionEnded: () => initialState,
  },
  selectors: { selectSignedIn: (state) => state.signedIn },
})

export const { sessionStarted, sessionFound, sessionEnded } = sessionSlice.actions
export const { selectSignedIn } = sessionSlice.selectors
export const sessionReducer = sessionSlice.reducer
