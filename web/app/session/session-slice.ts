import type { Session } from '@app/contracts/sign-in.ts'
import type { User } from '@app/contracts/accounts.ts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { endOfReceived, type LastingToken } from './stored-session.ts'

export interface SignedIn extends LastingToken {
  readonly user: User
  readonly profile_url: string | null
}

export interface SessionState {
  readonly signedIn: SignedIn | null
  /** Set only if the login screen shows a notice about it. */
  readonly endedBy: 'deactivation' | 'erasure' | 'server' | undefined
}

export type StartedSession = Pick<Session, 'access_token' | 'user' | 'profile_url'>
type SeenAccount = Pick<Session, 'user' | 'profile_url'>

const initialState: SessionState = { signedIn: null, endedBy: undefined }

const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    sessionStarted: {
      prepare: ({ access_token: token, user, profile_url }: StartedSession) => ({
        payload: { token, user, profile_url, ends_at: endOfReceived(token, Date.now()) },
      }),
      reducer: (_state, { payload }: PayloadAction<SignedIn>): SessionState => ({
        signedIn: payload,
        endedBy: undefined,
      }),
    },
    sessionFound: (_state, { payload }: PayloadAction<SignedIn | null>): SessionState => ({
      signedIn: payload,
      endedBy: undefined,
    }),
    accountSeen: (state, { payload }: PayloadAction<SeenAccount>): SessionState =>
      state.signedIn === null
        ? state
        : {
            ...state,
            signedIn: { ...state.signedIn, user: payload.user, profile_url: payload.profile_url },
          },
    accountDeactivated: (): SessionState => ({ signedIn: null, endedBy: 'deactivation' }),
    /** By its owner, here. */
    accountErased: (): SessionState => ({ signedIn: null, endedBy: 'erasure' }),
    /** The server ended the session early: another device closed it, or the password changed. */
    sessionRevoked: (): SessionState => ({ signedIn: null, endedBy: 'server' }),
    sessionEnded: () => initialState,
  },
  selectors: {
    selectSignedIn: (state) => state.signedIn,
    selectEndedBy: (state) => state.endedBy,
  },
})

export const {
  sessionStarted,
  sessionFound,
  accountSeen,
  accountDeactivated,
  accountErased,
  sessionRevoked,
  sessionEnded,
} = sessionSlice.actions
export const { selectSignedIn, selectEndedBy } = sessionSlice.selectors
export const sessionReducer = sessionSlice.reducer
