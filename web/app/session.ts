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
  /** The session ended because its account was deactivated: people are told. */
  readonly deactivated: boolean
}

/** The parts of a sign-in's answer that are kept. */
export type StartedSession = Pick<Session, 'access_token' | 'user' | 'profile_url'>
export type SeenAccount = Pick<Session, 'user' | 'profile_url'>

const initialState: SessionState = { signedIn: null, deactivated: false }

const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    sessionStarted: (_state, { payload }: PayloadAction<StartedSession>): SessionState => ({
      signedIn: { token: payload.access_token, user: payload.user, profile_url: payload.profile_url },
      deactivated: false,
    }),
    /** Another tab signed in or out. */
    sessionFound: (_state, { payload }: PayloadAction<SignedIn | null>): SessionState => ({
      signedIn: payload,
      deactivated: false,
    }),
    /** The server said who is signed in, and what has changed about them. */
    accountSeen: (state, { payload }: PayloadAction<SeenAccount>): SessionState =>
      state.signedIn === null
        ? state
        : {
            ...state,
            signedIn: { ...state.signedIn, user: payload.user, profile_url: payload.profile_url },
          },
    accountDeactivated: (): SessionState => ({ signedIn: null, deactivated: true }),
    sessionEnded: () => initialState,
  },
  selectors: {
    selectSignedIn: (state) => state.signedIn,
    selectDeactivated: (state) => state.deactivated,
  },
})

export const { sessionStarted, sessionFound, accountSeen, accountDeactivated, sessionEnded } =
  sessionSlice.actions
export const { selectSignedIn, selectDeactivated } = sessionSlice.selectors
export const sessionReducer = sessionSlice.reducer
