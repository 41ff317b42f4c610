import type { Session } from '@app/contracts/login.ts'
import type { User } from '@app/contracts/accounts.ts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { endOfReceived, type LastingToken } from './session-token.ts'

export interface SignedIn extends LastingToken {
  readonly user: User
  readonly profile_url: string | null
}

export interface SessionState {
  readonly signedIn: SignedIn | null
  readonly endedBy: 'deactivation' | 'erasure' | 'server' | undefined
}

export type StartedSession = Pick<Session, 'access_token' | 'user' | 'profile_url'>

const NO_SESSION: SessionState = { signedIn: null, endedBy: undefined }

const sessionSlice = createSlice({
  name: 'session',
  initialState: NO_SESSION,
  reducers: {
    sessionStarted: {
      prepare: ({ access_token: token, user, profile_url }: StartedSession) => ({
        payload: { token, user, profile_url, ends_at: endOfReceived(token, Date.now()) },
      }),
      reducer: (_state, { payload: signedIn }: PayloadAction<SignedIn>) => ({ ...NO_SESSION, signedIn }),
    },
    /** In this browser's storage, where another tab may have put it. */
    sessionFound: (_state, { payload: signedIn }: PayloadAction<SignedIn | null>) => ({
      ...NO_SESSION,
      signedIn,
    }),
    accountRead: ({ signedIn }, { payload }: PayloadAction<Pick<SignedIn, 'user' | 'profile_url'>>) => {
      if (signedIn) Object.assign(signedIn, { user: payload.user, profile_url: payload.profile_url })
    },
    accountDeactivated: (): SessionState => ({ ...NO_SESSION, endedBy: 'deactivation' }),
    accountErased: (): SessionState => ({ ...NO_SESSION, endedBy: 'erasure' }),
    /** The server ended the session early: another device closed it, or the password changed. */
    sessionRevoked: (): SessionState => ({ ...NO_SESSION, endedBy: 'server' }),
    sessionEnded: () => NO_SESSION,
  },
  selectors: {
    selectSignedIn: (state) => state.signedIn,
    selectEndedBy: (state) => state.endedBy,
  },
})

export const {
  sessionStarted,
  sessionFound,
  accountRead,
  accountDeactivated,
  accountErased,
  sessionRevoked,
  sessionEnded,
} = sessionSlice.actions
export const { selectSignedIn, selectEndedBy } = sessionSlice.selectors
export const sessionReducer = sessionSlice.reducer
